/** The animation of wheel and ball, which ends in the pocket that the server has drawn. */

/** The time of one turn of the rotor, and of the ball against it. */
const ROTOR_MS = 9000;
const BALL_MS = 1500;
/** The time from the result until the ball is in its pocket. */
export const LANDING_MS = 3600;
/** The radii of track and pockets, relative to the wheel's. */
const TRACK = 0.9;
const POCKET = 0.62;

/** 1 is clockwise. */
export type Direction = 1 | -1;

/** The positions of both, in degrees clockwise from the top. */
export interface Angles {
  rotor: number;
  ball: number;
}

/** The direction of the ball; the rotor turns against it. */
export function directionOf(direction: string | null | undefined): Direction {
  return direction === 'right' ? 1 : -1;
}

/** An angle between 0 and 360. */
export function normalize(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

/** Where rotor and ball stop so that the ball is in a pocket, after at least two more turns. */
export function landing(from: Angles, direction: Direction, index: number, pockets: number): Angles {
  const rotor = from.rotor - direction * 110;
  const pocket = normalize(rotor + (index * 360) / pockets);
  const ahead = direction === 1 ? normalize(pocket - from.ball) : normalize(from.ball - pocket);
  return { rotor, ball: from.ball + direction * (ahead + 720) };
}

/** Animates transforms only, so that the compositor does the work and the main thread is free. */
export class WheelAnimation {
  private rest: Angles = { rotor: 0, ball: 0 };
  private spinning: { since: number; from: Angles; direction: Direction } | null = null;
  private animations: Animation[] = [];

  constructor(
    private readonly rotor: HTMLElement,
    private readonly arm: HTMLElement,
    private readonly ball: HTMLElement,
  ) {}

  /** Shows the ball in its pocket at once. */
  show(index: number, pockets: number): void {
    this.stop();
    this.rest = { ...this.rest, ball: this.rest.rotor + (index * 360) / pockets };
    this.pose(POCKET);
  }

  /** Spins until `land` is called. */
  spin(direction: Direction): void {
    if (this.spinning) return;
    this.stop();
    this.spinning = { since: performance.now(), from: { ...this.rest }, direction };
    const { rotor, ball } = this.rest;
    this.pose(TRACK);
    this.animations = [
      this.rotor.animate([turn(rotor), turn(rotor - direction * 360)], { duration: ROTOR_MS, iterations: Infinity }),
      this.arm.animate([turn(ball), turn(ball + direction * 360)], { duration: BALL_MS, iterations: Infinity }),
    ];
  }

  /** Lands the ball in a pocket; resolves when it has come to rest. */
  async land(index: number, pockets: number, direction: Direction): Promise<void> {
    this.spin(direction);
    const from = this.now();
    const to = landing(from, direction, index, pockets);
    this.stop();
    const slowDown = { duration: LANDING_MS, easing: 'cubic-bezier(.12,.55,.25,1)', fill: 'forwards' } as const;
    this.animations = [
      this.rotor.animate([turn(from.rotor), turn(to.rotor)], slowDown),
      this.arm.animate([turn(from.ball), turn(to.ball)], slowDown),
      this.ball.animate(drop(), { duration: LANDING_MS, fill: 'forwards' }),
    ];
    this.rest = to;
    await Promise.allSettled(this.animations.map((animation) => animation.finished));
  }

  /** Stops all animations. */
  stop(): void {
    if (this.spinning) this.rest = this.now();
    this.spinning = null;
    for (const animation of this.animations) animation.cancel();
    this.animations = [];
    this.pose(POCKET);
  }

  private now(): Angles {
    if (!this.spinning) return this.rest;
    const { since, from, direction } = this.spinning;
    const elapsed = performance.now() - since;
    return { rotor: from.rotor - (direction * elapsed * 360) / ROTOR_MS, ball: from.ball + (direction * elapsed * 360) / BALL_MS };
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

/** The ball leaves its track, bounces twice and comes to rest. */
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
