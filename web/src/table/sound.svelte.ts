/** The sounds of a table, made in the browser, and their captions. They are off until the visitor turns them on. */

export type Sound = 'card' | 'turn' | 'chip' | 'ball' | 'dice' | 'win';

const STORAGE_KEY = 'croupier.sound';
const CAPTIONS: Record<Sound, string> = {
  card: 'a card falls',
  turn: 'a card is turned',
  chip: 'chips',
  ball: 'the ball rolls',
  dice: 'dice rattle',
  win: 'a win',
};
const CAPTION_MS = 1800;
/** How loud the room is. */
const ROOM_GAIN = 0.012;

/** A burst of filtered noise: when it begins and how long it lasts, in seconds, its pitch in hertz, and how loud it is. */
interface Burst {
  at: number;
  lasts: number;
  pitch: number;
  gain: number;
}

const repeated = (count: number, every: number, burst: Omit<Burst, 'at'>): Burst[] => Array.from({ length: count }, (_, place) => ({ ...burst, at: place * every }));

const BURSTS: Record<Exclude<Sound, 'win'>, Burst[]> = {
  card: [{ at: 0, lasts: 0.09, pitch: 2600, gain: 0.12 }],
  turn: [{ at: 0, lasts: 0.05, pitch: 3400, gain: 0.1 }, { at: 0.12, lasts: 0.07, pitch: 2200, gain: 0.12 }],
  chip: [{ at: 0, lasts: 0.03, pitch: 5200, gain: 0.14 }, { at: 0.05, lasts: 0.03, pitch: 4600, gain: 0.1 }],
  ball: [{ at: 0, lasts: 2.4, pitch: 900, gain: 0.05 }, ...repeated(5, 0.13, { lasts: 0.04, pitch: 3000, gain: 0.12 }).map((burst) => ({ ...burst, at: 2.4 + burst.at }))],
  dice: repeated(7, 0.11, { lasts: 0.05, pitch: 1800, gain: 0.13 }),
};

class TableSound {
  on = $state(stored());
  /** What is heard now, for those who do not hear it. */
  caption = $state('');
  private context: AudioContext | null = null;
  private room: AudioBufferSourceNode | null = null;
  private noise: AudioBuffer | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  toggle(): void {
    this.on = !this.on;
    try {
      localStorage.setItem(STORAGE_KEY, this.on ? 'on' : 'off');
    } catch {
      // Storage is blocked: the choice lasts until the page is closed.
    }
    if (this.on) this.enter();
    else this.leave();
  }

  /** Begins the sound of the room; browsers allow it only after the visitor has done something on the page. */
  enter(): void {
    if (!this.on || this.room || typeof AudioContext === 'undefined') return;
    const context = this.open();
    const source = new AudioBufferSourceNode(context, { buffer: this.noiseOf(context), loop: true });
    source.connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: 320 })).connect(new GainNode(context, { gain: ROOM_GAIN })).connect(context.destination);
    source.start();
    this.room = source;
  }

  /** Ends all sound. */
  leave(): void {
    this.room?.stop();
    this.room = null;
    this.caption = '';
    clearTimeout(this.timer);
    void this.context?.close();
    [this.context, this.noise] = [null, null];
  }

  play(sound: Sound): void {
    if (!this.on) return;
    this.caption = CAPTIONS[sound];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.caption = ''), CAPTION_MS);
    if (typeof AudioContext === 'undefined') return;
    const context = this.open();
    if (sound === 'win') return [523, 659, 784].forEach((pitch, place) => this.tone(context, pitch, place * 0.11));
    BURSTS[sound].forEach((burst) => this.burst(context, burst));
  }

  private open(): AudioContext {
    this.context ??= new AudioContext();
    if (this.context.state === 'suspended') void this.context.resume();
    return this.context;
  }

  private noiseOf(context: AudioContext): AudioBuffer {
    if (this.noise) return this.noise;
    const buffer = context.createBuffer(1, context.sampleRate * 3, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
    this.noise = buffer;
    return buffer;
  }

  private burst(context: AudioContext, { at, lasts, pitch, gain }: Burst): void {
    const start = context.currentTime + at;
    const source = new AudioBufferSourceNode(context, { buffer: this.noiseOf(context), loop: true });
    const volume = new GainNode(context, { gain });
    volume.gain.setValueAtTime(gain, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    source.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 0.9 })).connect(volume).connect(context.destination);
    source.start(start, Math.random());
    source.stop(start + lasts);
  }

  private tone(context: AudioContext, frequency: number, at: number): void {
    const start = context.currentTime + at;
    const volume = new GainNode(context, { gain: 0.05 });
    volume.gain.setValueAtTime(0.05, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    const source = new OscillatorNode(context, { type: 'sine', frequency });
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + 0.5);
  }
}

function stored(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on';
  } catch {
    return false;
  }
}

export const sound = new TableSound();
