import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './copy-button.css';

const copiedForMs = 2000;

/** Copies `value`. Says `Copied` for two seconds, to eyes and ears; a refused clipboard is only logged. */
export function CopyButton({
  value,
  label,
  children,
  disabled,
  size = 'sm',
  variant = 'secondary',
  block,
}: {
  value: string;
  /** The accessible name: `Copy card number`. */
  label: string;
  /** Text before the click; `Copy` by default. */
  children?: ReactNode;
  disabled?: boolean | undefined;
  size?: 'sm' | 'md' | undefined;
  variant?: 'primary' | 'secondary' | 'ghost' | undefined;
  block?: boolean | undefined;
}) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedForMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch (error) {
      // oxlint-disable-next-line no-console -- a clipboard failure is only logged.
      console.warn('copying failed', error);
    }
  }

  return (
    <>
      <Button
        variant={variant}
        size={size}
        block={block}
        disabled={disabled}
        className="copy"
        aria-label={copied ? 'Copied' : label}
        icon={<Icon name={copied ? 'check' : 'copy'} size={18} />}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : (children ?? 'Copy')}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
