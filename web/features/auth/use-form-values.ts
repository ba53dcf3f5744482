import { useCallback, useState } from 'react';

type Values<Name extends string> = Readonly<Record<Name, string>>;

function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> {
  const data = new FormData(form);
  const entries = names.map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(entries) as Values<Name>;
}

/**
 * The texts of a form's fields. The fields keep their own text, so text typed or filled in before the page's script
 * arrived is neither lost nor missed. Give `ref` and `onInput` to the form.
 */
export function useFormValues<Name extends string>(names: readonly Name[]) {
  const [fields] = useState(names);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map((name) => [name, ''])) as Values<Name>);
  const read = useCallback(
    (form: HTMLFormElement | null) => {
      if (form) setValues(readForm(form, fields));
    },
    [fields],
  );
  const onInput = useCallback((event: { currentTarget: HTMLFormElement }) => read(event.currentTarget), [read]);
  return { values, form: { ref: read, onInput, onChange: onInput } };
}
