import { useEffect, useState } from 'react';
import './qr-code.css';

/** A QR code of `value`; the encoder arrives with the first one shown. Always dark on white, for cameras. */
export function QrCode({ value, label, size = 192 }: { value: string; label: string; size?: number }) {
  const [drawn, setDrawn] = useState<{ path: string; size: number }>();
  useEffect(() => {
    let wanted = true;
    void import('./qr-path.ts').then(({ qrPath }) => wanted && setDrawn(qrPath(value)));
    return () => {
      wanted = false;
    };
  }, [value]);
  return (
    <svg
      className="qr-code"
      width={size}
      height={size}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {drawn && <path d={drawn.path} fill="#0f1a17" />}
    </svg>
  );
}
