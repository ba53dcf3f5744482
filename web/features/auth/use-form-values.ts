import { useCallback, useState } from 'react';

declare global {
  interface Window {
    /** The form that was to be sent before the page's script arrived; set by `earlyEnterScript`. */
    enteredForm?: HTMLFormElement | null | undefined;
  }
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> {
  const data = new FormData(form);
  const entries = names.map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(entries) as Values<Name>;
}

/** Presses the button for an Enter that came before the page's script, unless the fields do not allow it. */
function pressForEarlyEnter(form: HTMLFormElement): void {
  if (window.enteredForm !== form) return;
  window.enteredForm = undefined;
  // Waits until the button is enabled for the texts that are there.
  setTimeout(() => form.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
}

/**
 * The texts of a form's fields. The fields keep their own text, so text typed or filled in before the page's script
 * arrived is neither lost nor missed, and neither is an Enter. Give `ref` and `onInput` to the form.
 */
export function useFormValues<Name extends string>(names: readonly Name[]) {
  const [fields] = useState(names);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((name) => [name, ''])) as Values<Name>);
  const read = useCallback(
    (form: HTMLFormElement | null) => {
      if (!form) return;
      setValues(readForm(form, fields));
      pressForEarlyEnter(form);
    },
    [fields],
  );
  const onInput = useCallback((event: { currentTarget: HTMLFormElement }) => read(event.currentTarget), [read]);
  return { values, form: { ref: read, onInput, onChange: onInput, noValidate: true } };
}
