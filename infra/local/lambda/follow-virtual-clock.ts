/** Makes `Date` of this thread follow the clock. Timers keep counting real time. */
export function followVirtualClock(memory: SharedArrayBuffer): void {
  const offset = new BigInt64Array(memory);
  const realNow = Date.now;
  const RealDate = Date;
  const now = () => realNow() + Number(Atomics.load(offset, 0));
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  });
  RealDate.prototype.constructor = globalThis.Date;
}
