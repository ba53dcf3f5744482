/** The parts of AWS that a piece of work used. */
export type Usage = {
  times: number;
  readUnits: number;
  writeUnits: number;
  invocations: number;
  gigabyteSeconds: number;
  /** Requests from outside, through CloudFront and the gateway. */
  requests: number;
  queueRequests: number;
  starts: number;
  mails: number;
  logBytes: number;
};

/** The usage of a month by cause. */
export type Bill = ReadonlyMap<string, Usage>;

export function nothingUsed(): Usage {
  return {
    times: 0,
    readUnits: 0,
    writeUnits: 0,
    invocations: 0,
    gigabyteSeconds: 0,
    requests: 0,
    queueRequests: 0,
    starts: 0,
    mails: 0,
    logBytes: 0,
  };
}

/** Adds one usage to another, `times` times. */
export function addUsage(to: Usage, more: Partial<Usage>, times = 1): void {
  for (const name of Object.keys(to) as (keyof Usage)[]) to[name] += (more[name] ?? 0) * times;
}

/**
 * The bill of many people from one of a few: what is used without anybody stays as it is, the rest grows with the people.
 */
export function scaledBill(without: Bill, withFew: Bill, factor: number): Bill {
  return new Map(
    [...withFew].map(([cause, used]) => {
      const fixed = without.get(cause) ?? nothingUsed();
      const scaled = nothingUsed();
      addUsage(scaled, fixed);
      addUsage(scaled, used, factor);
      addUsage(scaled, fixed, -factor);
      // Any number of runs is the same for everybody.
      if (cause.startsWith('job.')) scaled.times = used.times;
      return [cause, scaled];
    }),
  );
}
