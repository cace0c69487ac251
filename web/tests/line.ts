/** A line to the house that a test can cut and mend. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './house';

export class Line {
  private readonly open = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  /** A line to the house at this address. */
  static async to(house: string): Promise<Line> {
    const port = await freePort();
    const target = Number(new URL(house).port);
    const server = createServer();
    const line = new Line(server, `http://127.0.0.1:${port}`);
    server.on('connection', (near) => line.join(near, target));
    await new Promise<void>((go) => server.listen(port, '127.0.0.1', go));
    return line;
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
  }

  /** Nothing goes through any more. */
  cut(): void {
    this.isCut = true;
    for (const end of this.open) end.destroy();
  }

  /** It goes through again. */
  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
