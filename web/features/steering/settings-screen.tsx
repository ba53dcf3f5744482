import { useId, useState, type FormEvent } from 'react';

import { coins, type Coin } from '#shared/catalogue.ts';
import listStyles from '#web/features/admin/admin-list.module.css';
import { serverNow } from '#web/lib/server-clock.ts';
import { refresh, seedRead, useRead, useWrite } from '#web/lib/use-api.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { atField } from '#web/ui/error-in-place.ts';
import { SelectField, Switch, TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import {
  changedText,
  choiceOf,
  countriesIn,
  countryName,
  differenceText,
  type AskedLimits,
  type AskedPrices,
  switchWords,
  type Choice,
  type Settings,
  type SettingsVersion,
  type SwitchName,
} from './settings-words.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { PricesPanel } from './prices-panel.tsx';
import styles from './settings-screen.module.css';

const hourMs = 3_600_000;
/** Times for which an announcement can be shown, in hours; 0 is without an end. */
const spanNames: Readonly<Record<string, string>> = {
  0: 'Until you take it off',
  1: 'For an hour',
  4: 'For 4 hours',
  24: 'For a day',
  168: 'For a week',
};

/** Fields at which a refusal is shown. */
const fields = ['reason', 'announcement.text', 'prices', 'limits'];

/** The switches and the announcement, with the versions before and the way back to each. */
export function SettingsScreen({ onBack }: { readonly onBack: () => void }) {
  const { data, error, mutate } = useRead('admin.settings', {});
  return (
    <div className={listStyles.page}>
      <div className={listStyles.head}>
        <h1>Settings</h1>
        <Button variant="secondary" size="sm" onClick={onBack}>
          Back to desk
        </Button>
      </div>
      {data === undefined ? (
        error === undefined ? (
          <Skeleton height="24rem" radius={20} />
        ) : (
          <LoadFailure error={error} onRetry={() => void mutate()} />
        )
      ) : (
        // Each version has a form of its own: text typed for the version before would undo the new one.
        <Versions key={data.version} settings={data} />
      )}
    </div>
  );
}

function Versions({ settings }: { readonly settings: Settings }) {
  const toast = useToast();
  const mayChange = useMay('admin.change-settings');
  const change = useWrite('admin.change-settings', {
    onSuccess: (changed) => {
      toast.success(changedText(settings, changed));
      void seedRead('admin.settings', {}, changed);
    },
    onError: (failure) => {
      if (fields.some((field) => atField(failure, field) !== undefined)) return;
      toast.error(failure);
      // Another admin's change, which the refusal speaks of, becomes visible.
      void refresh(['admin.settings']);
    },
  });
  const refusals = { reason: atField(change.error, 'reason'), text: atField(change.error, 'announcement.text') };
  const put = (
    choice: Choice,
    reason: string,
    {
      prices = choice.prices,
      limits: cardLimits = choice.limits,
    }: { readonly prices?: readonly AskedPrices[]; readonly limits?: readonly AskedLimits[] } = {},
  ): void =>
    void change.run({
      body: {
        version: settings.version,
        ...choiceOf(choice),
        coinsOff: [...choice.coinsOff],
        restrictedCountries: [...choice.restrictedCountries],
        prices: [...prices],
        limits: [...cardLimits],
        reason,
      },
    });
  return (
    <>
      <SettingsForm settings={settings} mayChange={mayChange} busy={change.busy} refusals={refusals} onPut={put} />
      <PricesPanel
        settings={settings}
        mayChange={mayChange}
        busy={change.busy}
        refusal={atField(change.error, 'prices')}
        onPut={(prices, reason) => put(settings, reason, { prices })}
      />
      <LimitsPanel
        settings={settings}
        mayChange={mayChange}
        busy={change.busy}
        refusal={atField(change.error, 'limits')}
        onPut={(planned, reason) => put(settings, reason, { limits: planned })}
      />
      {settings.history.length > 0 && (
        <Panel title="Changes">
          <ol className={styles.changes}>
            {settings.history.map((before, place, all) => (
              <Change
                key={before.version}
                version={all[place - 1] ?? settings}
                before={before}
                onUndo={
                  mayChange && place === 0 ? () => put(before, `Undo of version ${settings.version}.`) : undefined
                }
                busy={change.busy}
              />
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}

function SettingsForm({
  settings,
  mayChange,
  busy,
  refusals,
  onPut,
}: {
  readonly settings: Settings;
  readonly mayChange: boolean;
  readonly busy: boolean;
  readonly refusals: Readonly<Record<'reason' | 'text', string | undefined>>;
  readonly onPut: (choice: Choice, reason: string) => void;
}) {
  const formId = useId();
  const [choice, setChoice] = useState<Choice>(choiceOf(settings));
  const [reason, setReason] = useState('');
  const [countries, setCountries] = useState(choice.restrictedCountries.join(', '));
  const unknown = choice.restrictedCountries.find((code) => countryName(code) === undefined);
  const [span, setSpan] = useState(settings.announcement?.until == null ? '0' : 'kept');
  const difference = differenceText(settings, choice, Date.parse(settings.changedAt ?? ''));
  const { announcement } = choice;

  function say(text: string, until = announcement?.until ?? untilOf(span, settings)): void {
    setChoice({ ...choice, announcement: text.trim() === '' ? null : { text, until } });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (difference !== '' && unknown === undefined && reason.trim() !== '') onPut(choice, reason.trim());
  }
  return (
    <Panel title="Now">
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p className="muted">What is under way goes on, whatever is switched off.</p>
        {(Object.keys(switchWords) as SwitchName[]).map((name) => (
          <Switch
            key={name}
            label={switchWords[name].name}
            hint={choice.switches[name] ? undefined : switchWords[name].off}
            checked={choice.switches[name]}
            disabled={!mayChange}
            onChange={(isOn) => setChoice({ ...choice, switches: { ...choice.switches, [name]: isOn } })}
          />
        ))}
        <fieldset className={styles.coins} disabled={!mayChange}>
          <legend>Coins that deposits can be opened in</legend>
          {(Object.keys(coins) as Coin[]).map((coin) => (
            <label key={coin}>
              <input
                type="checkbox"
                checked={!choice.coinsOff.includes(coin)}
                onChange={({ target }) => {
                  const others = choice.coinsOff.filter((each) => each !== coin);
                  setChoice({ ...choice, coinsOff: target.checked ? others : [...others, coin] });
                }}
              />{' '}
              {coin}
            </label>
          ))}
        </fieldset>
        <TextField
          label="Countries not served"
          value={countries}
          error={unknown === undefined ? undefined : `${unknown} isn’t the two letters of a country.`}
          autoComplete="off"
          disabled={!mayChange}
          hint={choice.restrictedCountries.map(countryName).join(', ') || 'Two letters each, like CU, IR.'}
          onChange={({ target }) => {
            setCountries(target.value);
            setChoice({ ...choice, restrictedCountries: countriesIn(target.value) });
          }}
        />
        <TextField
          label="Announcement (optional)"
          value={announcement?.text ?? ''}
          error={refusals.text}
          autoComplete="off"
          disabled={!mayChange}
          hint="Shown to everybody on the site."
          onChange={(event) => say(event.target.value)}
        />
        {announcement !== null && (
          <>
            <SelectField
              label="Shown"
              disabled={!mayChange}
              value={span}
              onChange={({ target }) => {
                setSpan(target.value);
                say(announcement.text, untilOf(target.value, settings));
              }}
            >
              {settings.announcement?.until != null && <option value="kept">Until the time it has now</option>}
              {Object.entries(spanNames).map(([hours, name]) => (
                <option key={hours} value={hours}>
                  {name}
                </option>
              ))}
            </SelectField>
            {announcement.until !== null && (
              <p className="muted">
                Shown until <Time iso={announcement.until} as="date-time" />.
              </p>
            )}
            <Notice tone="info" title="As everybody sees it">
              <p className={styles.words}>{announcement.text}</p>
            </Notice>
          </>
        )}
        {mayChange && (
          <>
            {difference !== '' && (
              <Notice tone="warning" title="This changes">
                <p className={styles.words}>{difference}</p>
              </Notice>
            )}
            <TextField
              label="Reason of the change"
              value={reason}
              autoComplete="off"
              hint="Kept in the audit log."
              error={refusals.reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button
              type="submit"
              form={formId}
              busy={busy}
              disabled={difference === '' || unknown !== undefined || reason.trim() === ''}
            >
              Save
            </Button>
          </>
        )}
      </form>
    </Panel>
  );
}

/** Returns the end of an announcement for a choice of the list, as ISO 8601; null for no end. */
function untilOf(span: string, { announcement }: Settings): string | null {
  if (span === 'kept') return announcement?.until ?? null;
  return span === '0' ? null : new Date(serverNow() + Number(span) * hourMs).toISOString();
}

function Change({
  version,
  before,
  onUndo,
  busy,
}: {
  readonly version: SettingsVersion;
  readonly before: SettingsVersion;
  readonly onUndo: (() => void) | undefined;
  readonly busy: boolean;
}) {
  return (
    <li className={styles.change}>
      <div className={styles.words}>
        <p>{differenceText(before, version, Date.parse(version.changedAt ?? ''))}</p>
        <p className="muted">
          {version.changedAt !== null && <Time iso={version.changedAt} as="date-time" />}{' '}
          {version.changedByEmail !== null && emailWords(version.changedByEmail)}
          {version.reason !== null && `: ${version.reason}`}
        </p>
      </div>
      {onUndo && (
        <Button variant="secondary" size="sm" busy={busy} onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  );
}
