import { LogoMark } from './logo.tsx';
import './spinner.css';

export { Spinner } from './spinner.tsx';

/** The whole screen while nothing can be shown yet: the mark, breathing. */
export function LoadingScreen({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="loading-screen" role="status">
      <LogoMark size={56} />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
