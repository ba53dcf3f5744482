import './progress.css';

/** Shows progress, on the platform's own `<progress>`. */
export function Progress({ value, max = 100, label }: { value: number; max?: number; label: string }) {
  return <progress className="progress" value={Math.min(Math.max(0, value), max)} max={max} aria-label={label} />;
}
