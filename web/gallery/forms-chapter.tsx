import { useState } from 'react';
import { CodeInput } from '#web/ui/code-input.tsx';
import { MoneyField, PasswordField, SelectField, Switch, TextField } from '#web/ui/field.tsx';
import { Chapter, Specimen } from './specimen.tsx';

function LiveCode({ masked }: { readonly masked: boolean }) {
  const [digits, setDigits] = useState(masked ? '48' : '201');
  return (
    <CodeInput
      length={masked ? 4 : 6}
      value={digits}
      onChange={setDigits}
      label={masked ? '3DS code' : 'Code from your email'}
      masked={masked}
    />
  );
}

function LiveMoney({ error }: { readonly error?: string }) {
  const [text, setText] = useState('50');
  return (
    <MoneyField
      label="Amount to load"
      valueText={text}
      onChange={setText}
      hint="Your balance is $123.45."
      error={error}
    />
  );
}

function LiveSwitch() {
  const [on, setOn] = useState(true);
  return <Switch label="Includes Fee" checked={on} onChange={setOn} hint="The fee comes out of the amount." />;
}

/** Fields: empty, filled, wrong, disabled. */
export function FormsChapter() {
  return (
    <Chapter title="Fields">
      <Specimen state="Text: empty, with a hint">
        <TextField label="Nickname" placeholder="Groceries" hint="Only you see it." />
      </Specimen>
      <Specimen state="Text: wrong">
        <TextField label="Email" defaultValue="dana@" error="This is no email address." />
      </Specimen>
      <Specimen state="Text: disabled">
        <TextField label="Your referral link" defaultValue="https://satchel.example/signup?ref=usr_1" disabled />
      </Specimen>
      <Specimen state="Password: filled">
        <PasswordField label="Current password" defaultValue="Demo-Satchel-1" autoComplete="off" />
      </Specimen>
      <Specimen state="Password: too weak">
        <PasswordField
          label="New password"
          defaultValue="weak"
          autoComplete="off"
          error="Password does not meet the strength requirements."
        />
      </Specimen>
      <Specimen state="Select">
        <SelectField label="Status">
          <option>All</option>
          <option>Completed</option>
        </SelectField>
      </Specimen>
      <Specimen state="Money: filled">
        <LiveMoney />
      </Specimen>
      <Specimen state="Money: wrong">
        <LiveMoney error="Not enough balance: you have $12.10, need $52.50." />
      </Specimen>
      <Specimen state="Code of a card: half typed">
        <LiveCode masked />
      </Specimen>
      <Specimen state="One-time code: half typed">
        <LiveCode masked={false} />
      </Specimen>
      <Specimen state="Code: disabled">
        <CodeInput length={6} value="" onChange={() => undefined} label="Disabled code" disabled />
      </Specimen>
      <Specimen state="Switch: on and off, disabled">
        <LiveSwitch />
        <Switch label="Two-factor" checked={false} onChange={() => undefined} disabled />
      </Specimen>
    </Chapter>
  );
}
