import { runAsProcess } from '../kit/run-as-process.ts';
import { profiles, type ProfileName } from './provider-profile.ts';
import { type PaymentSimulatorOptions, startPaymentSimulator } from './start-payment-simulator.ts';

/** Starts the simulator as its own process, configured by the environment. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  runAsProcess('payment simulator', await startPaymentSimulator(optionsFrom(env)));
}

function optionsFrom(env: NodeJS.ProcessEnv): PaymentSimulatorOptions {
  const options: PaymentSimulatorOptions = {
    port: wholeNumber(env, 'PORT') ?? 0,
    merchantId: required(env, 'MERCHANT_ID'),
    paymentKey: required(env, 'PAYMENT_KEY'),
    payoutKey: required(env, 'PAYOUT_KEY'),
  };
  const { DATA_FILE: dataFile, PROFILE: profile, SEED: seed } = env;
  if (dataFile !== undefined && dataFile !== '') options.dataFile = dataFile;
  if (seed !== undefined && seed !== '') options.seed = seed;
  if (profile !== undefined && profile !== '') {
    if (!isProfileName(profile)) throw new RangeError(`PROFILE must be one of ${Object.keys(profiles).join(', ')}`);
    options.profile = profile;
  }
  const clockOffsetMs = wholeNumber(env, 'CLOCK_OFFSET_MS');
  if (clockOffsetMs !== undefined) options.clockOffsetMs = clockOffsetMs;
  const autoConfirmMs = wholeNumber(env, 'AUTO_CONFIRM_MS');
  if (autoConfirmMs !== undefined) options.autoConfirmMs = autoConfirmMs;
  return options;
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name);
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new RangeError(`${name} is missing`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`${name} must be a whole number`);
  return Number(text);
}

await main(process.env).catch((error: unknown) => {
  console.error(`payment simulator: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
