/** How ball and rotor run, and how they come to rest on a pocket that is already known. */

/** One turn of the rotor while it runs, and of the ball against it. */
const ROTOR_MS = 9000;
const BALL_MS = 1500;
/** From the moment the pocket is known until the ball lies in it. */
export const LANDING_MS = 3600;
/** Radii as parts of the wheel's half width: the track, the pockets. */
const TRACK = 0.9;
const POCKET = 0.62;

export type Way = 1 | -1;

/** Where the two are, in degrees clockwise from the top. */
export interface Angles {
  rotor: number;
  ball: number;
}

/** Which way the ball runs: against the rotor. */
export function wayOf(direction: string | null | undefined): Way {
  return direction === 'right' ? 1 : -1;
}

/** The least angle, not below nought. */
export function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** Where the ball must end, running its way for some whole turns, to lie in a pocket of the rotor. */
export function landing(from: Angles, way: Way, place: number, pockets: number): Angles {
  const rotor = from.rotor - way * 110;
  const pocket = turned(rotor + (place * 360) / pockets);
  const ahead = way === 1 ? turned(pocket - from.ball) : turned(from.ball - pocket);
  return { rotor, ball: from.ball + way * (ahead + 720) };
}

/** Runs the two parts of a wheel; everything moves on the compositor, not on the page's own thread. */
export class Spin {
  private rest: Angles = { rotor: 0, ball: 0 };
  private running: { since: number; from: Angles; way: Way } | null = null;
  private animations: Animation[] = [];

  constructor(
    private readonly rotor: HTMLElement,
    private readonly arm: HTMLElement,
    private readonly ball: HTMLElement,
  ) {}

  /** Sets both where they belong, without moving. */
  lie(place: number, pockets: number): void {
    this.stop();
    this.rest = { ...this.rest, ball: this.rest.rotor + (place * 360) / pockets };
    this.pose(POCKET);
  }

  /** Starts to run, until it is told where to land. */
  run(way: Way): void {
    if (this.running) return;
    this.stop();
    this.running = { since: performance.now(), from: { ...this.rest }, way };
    const { rotor, ball } = this.rest;
    this.pose(TRACK);
    this.animations = [
      this.rotor.animate([turn(rotor), turn(rotor - way * 360)], { duration: ROTOR_MS, iterations: Infinity }),
      this.arm.animate([turn(ball), turn(ball + way * 360)], { duration: BALL_MS, iterations: Infinity }),
    ];
  }

  /** Lands on a pocket; resolves when the ball lies. */
  async land(place: number, pockets: number, way: Way): Promise<void> {
    this.run(way);
    const from = this.now();
    const to = landing(from, way, place, pockets);
    this.stop();
    const slow = { duration: LANDING_MS, easing: 'cubic-bezier(.12,.55,.25,1)', fill: 'forwards' } as const;
    this.animations = [
      this.rotor.animate([turn(from.rotor), turn(to.rotor)], slow),
      this.arm.animate([turn(from.ball), turn(to.ball)], slow),
      this.ball.animate(drop(), { duration: LANDING_MS, fill: 'forwards' }),
    ];
    this.rest = to;
    await Promise.allSettled(this.animations.map((animation) => animation.finished));
  }

  /** Ends every movement. */
  stop(): void {
    if (this.running) this.rest = this.now();
    this.running = null;
    for (const animation of this.animations) animation.cancel();
    this.animations = [];
    this.pose(POCKET);
  }

  private now(): Angles {
    if (!this.running) return this.rest;
    const { since, from, way } = this.running;
    const ran = performance.now() - since;
    return { rotor: from.rotor - (way * ran * 360) / ROTOR_MS, ball: from.ball + (way * ran * 360) / BALL_MS };
  }

  private pose(radius: number): void {
    this.rotor.style.transform = turn(this.rest.rotor).transform;
    this.arm.style.transform = turn(this.rest.ball).transform;
    this.ball.style.transform = at(radius).transform;
    this.ball.style.opacity = '1';
  }
}

const turn = (degrees: number): { transform: string } => ({ transform: `rotate(${degrees}deg)` });
const at = (radius: number): { transform: string } => ({ transform: `translateY(${-50 * radius}cqw)` });

/** The ball leaves its track, strikes the cone twice and lies. */
function drop(): Keyframe[] {
  return [
    { ...at(TRACK), offset: 0 },
    { ...at(TRACK), offset: 0.55, easing: 'ease-in' },
    { ...at(0.58), offset: 0.74, easing: 'ease-out' },
    { ...at(0.7), offset: 0.8, easing: 'ease-in' },
    { ...at(0.6), offset: 0.88, easing: 'ease-out' },
    { ...at(0.65), offset: 0.92, easing: 'ease-in' },
    { ...at(POCKET), offset: 1 },
  ];
}
