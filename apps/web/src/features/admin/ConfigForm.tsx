import { type ConfigKey, setConfig } from '@finlist/contract/staff/config-entries'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../../components/failure-text.ts'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

type Field = {
  id: string
  name: string
  value: string
  wrong: string | undefined
  onChange: (event: { target: { value: string } }) => void
}
type Props<Name extends string> = {
  id: 'seminar' | 'club-link'
  configKey: ConfigKey
  /** The current value as set; undefined until it is loaded. */
  current: string | undefined
  /** The path of the call that reads the value. */
  readBy: string
  /** The field names; the first field gets the focus. */
  names: readonly [Name, ...Name[]]
  /** Converts the typed fields into the value. */
  valueOf: (values: Record<Name, string>) => string
  /** The text of the first field's error if the server refuses the value. */
  missing: Key<'admin'>
  children: (field: (name: Name) => Field) => ReactNode
}

/** Sets one value that is shown to everyone, and shows the current value. */
export function ConfigForm<Name extends string>({
  id,
  configKey,
  current,
  readBy,
  names,
  valueOf,
  missing,
  children,
}: Props<Name>) {
  const t = useTranslation('admin')
  const queries = useQueryClient()
  const empty = Object.fromEntries(names.map(name => [name, ''])) as Record<Name, string>
  const [first] = names
  const form = useCallForm(setConfig, {
    start: empty,
    ask: values => ({ body: { configKey, configValue: valueOf(values) } }),
    otherwise: first,
    words: { [first]: t(missing) } as Record<Name, string>,
    onDone: (_, { body }) => {
      form.reset(empty)
      void queries.invalidateQueries({ queryKey: [readBy] })
      void showAlert(t('said.config', { value: body.configValue })).then(() => form.focus(first))
    },
    onFailed: error => showAlert(t('said.failed', { message: failureText(error, t) })),
  })
  const field = (name: Name): Field => ({
    id: name,
    ...form.field(name),
    wrong: name === first ? (form.wrong(first) ?? form.refusal) : undefined,
  })
  return (
    <section aria-labelledby="form-title" className="min-w-0">
      <h2 id="form-title" className="text-16 font-strong">
        {t(`form.${id}`)}
      </h2>
      <p className="mt-1 max-w-[64ch] text-14 text-faded">{t(`about.${id}`)}</p>
      <p className="mt-3 mb-5 min-h-5 text-14 wrap-anywhere">
        {current !== undefined && (
          <>
            <span className="text-faded">{t('config.now')}</span> {current || t('config.none')}
          </>
        )}
      </p>
      {names.some(name => form.values[name] !== '') && <LeaveGuard />}
      <form {...form.props} aria-labelledby="form-title">
        <fieldset
          disabled={form.isSending}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          {children(field)}
          <Button type="submit" variant="main" className="md:col-span-2 md:justify-self-start md:px-8">
            {t(form.isSending ? 'sending' : 'config.save')}
          </Button>
        </fieldset>
      </form>
    </section>
  )
}
