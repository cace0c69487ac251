import { mount } from 'svelte';
import '../../src/style/tokens.css';
import '../../src/style/base.css';
import './sections.css';
import Playground from './Playground.svelte';

const target = document.getElementById('app');
if (target) mount(Playground, { target });
