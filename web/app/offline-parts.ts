/** Parts for the time without a connection and after a deployment, as one chunk that the shell holds. */
export { AppStatus } from './app-status.tsx';
export { OtherPerson, UserFailure } from './user-failure.tsx';
