import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A way to take a list out of the site: as a file, or on paper. */
export type TakeWay = 'csv' | 'print';

/** The two buttons that take a list out of the site: as a file, and on paper. */
export function TakeButtons({
  words = { csv: 'Export CSV', print: 'Print' },
  csvVariant = 'ghost',
  busy,
  disabled,
  onTake,
  onPreparePrint,
}: {
  readonly words?: Readonly<Record<TakeWay, string>>;
  readonly csvVariant?: 'ghost' | 'secondary';
  /** The way that is in progress. */
  readonly busy: TakeWay | undefined;
  readonly disabled?: boolean;
  readonly onTake: (way: TakeWay) => void;
  /** Preloads the print view, when it is likely to be used. */
  readonly onPreparePrint?: () => void;
}) {
  return (
    <>
      <Button
        variant={csvVariant}
        size="sm"
        icon={<Icon name="download" size={16} />}
        busy={busy === 'csv'}
        disabled={disabled}
        onClick={() => onTake('csv')}
      >
        {words.csv}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<Icon name="receipt" size={16} />}
        busy={busy === 'print'}
        disabled={disabled}
        onPointerEnter={onPreparePrint}
        onClick={() => onTake('print')}
      >
        {words.print}
      </Button>
    </>
  );
}
