/** A TCP proxy to the server whose connections a test can cut or silence. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './server';

export class CuttableProxy {
  private readonly open = new Set<Socket>();
  private isCut = false;
  private readonly pairs = new Set<{ near: Socket; far: Socket }>();

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  /** Starts a proxy to the server at this address. */
  static async to(server: string): Promise<CuttableProxy> {
    const port = await freePort();
    const target = Number(new URL(server).port);
    const listener = createServer();
    const proxy = new CuttableProxy(listener, `http://127.0.0.1:${port}`);
    listener.on('connection', (near) => proxy.join(near, target));
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  private join(near: Socket, target: number): void {
    if (this.isCut) return void near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const end of [near, far]) {
      this.open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        this.open.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
    const pair = { near, far };
    this.pairs.add(pair);
    near.on('close', () => this.pairs.delete(pair));
  }

  /** Carries no more answers on the connections that are open, and leaves them open: so does a network that went away under a device. New ones work. */
  loseAnswers(): void {
    for (const { near, far } of this.pairs) far.unpipe(near).resume();
  }

  /** Carries nothing more on the connections that are open, in either direction. */
  silence(): void {
    this.loseAnswers();
    for (const { near, far } of this.pairs) near.unpipe(far).resume();
  }

  /** Closes all connections and refuses new ones. */
  cut(): void {
    this.isCut = true;
    for (const end of this.open) end.destroy();
  }

  /** Accepts connections again. */
  restore(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
