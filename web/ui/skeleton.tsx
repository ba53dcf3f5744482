import './skeleton.css';

type Size = number | string;

/** A grey bar of the final size of what is still loading. Put `aria-busy` on the region around it. */
export function Skeleton({
  width = '100%',
  height = '1em',
  radius = 6,
}: {
  width?: Size;
  height?: Size;
  radius?: Size;
}) {
  return <span className="skeleton" aria-hidden="true" style={{ width, height, borderRadius: radius }} />;
}
