/** Lets commands run beside each other, or one alone: it waits for those that run, and those that come after wait for it. */
export class Turns {
  #running = new Set();
  #alone = Promise.resolve();

  /**
   * @template T
   * @param {() => Promise<T>} run
   * @returns {Promise<T>}
   */
  async beside(run) {
    let waitedFor;
    do {
      waitedFor = this.#alone;
      await waitedFor;
    } while (waitedFor !== this.#alone);
    const running = run();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /**
   * @template T
   * @param {() => Promise<T>} run
   * @returns {Promise<T>}
   */
  async alone(run) {
    const before = this.#alone;
    let done;
    this.#alone = new Promise((resolve) => {
      done = resolve;
    });
    try {
      await before;
      await Promise.allSettled(this.#running);
      return await run();
    } finally {
      done();
    }
  }
}
