/** Something that is loaded again and again while a page shows it. */
import { errorText } from '../../api/client';

export class Polled<T> {
  value = $state.raw<T | null>(null);
  /** Why the last load failed; empty if it succeeded. */
  error = $state('');
  private loading: Promise<void> | null = null;
  private wanted = false;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly load: () => Promise<T>,
    everyMs = 2000,
  ) {
    this.timer = setInterval(() => document.hidden || void this.refresh(), everyMs);
    void this.refresh();
  }

  /** Loads now; once more if it is asked for while it loads. */
  refresh(): Promise<void> {
    this.wanted = true;
    this.loading ??= this.run().finally(() => (this.loading = null));
    return this.loading;
  }

  private async run(): Promise<void> {
    while (this.wanted) {
      this.wanted = false;
      try {
        this.value = await this.load();
        this.error = '';
      } catch (error) {
        this.error = errorText(error);
      }
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
