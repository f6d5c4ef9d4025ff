import { type ConfigKey, setConfig } from '@finlist/contract/config-entries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorMessage } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { showAlert } from '../../parts/show-alert.ts'
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
  /** The current value, as it was set; undefined while it is unknown. */
  current: string | undefined
  /** The path of the call that reads the value. */
  readBy: string
  /** The field names; the first field gets the focus. */
  names: readonly [Name, ...Name[]]
  /** The value, or the text to show at the first field while it is missing. */
  valueOf: (values: Record<Name, string>) => { value: string } | { missing: Key<'admin'> }
  children: (field: (name: Name) => Field) => ReactNode
}

/** Sets one value that everybody is shown, and shows the current one. */
export function ConfigForm<Name extends string>({
  id,
  configKey,
  current,
  readBy,
  names,
  valueOf,
  children,
}: Props<Name>) {
  const t = useTranslation('admin')
  const queries = useQueryClient()
  const empty = Object.fromEntries(names.map(name => [name, ''])) as Record<Name, string>
  const [values, setValues] = useState(empty)
  const [wrong, setWrong] = useState<string>()
  const [first] = names
  const tell = (message: string) => void showAlert(message).then(() => focus(first))
  const sending = useMutation({
    mutationFn: (configValue: string) => request(setConfig, { body: { configKey, configValue } }),
    onSuccess: (_, value) => {
      setValues(empty)
      void queries.invalidateQueries({ queryKey: [readBy] })
      tell(t('said.config', { value }))
    },
    onError: error => {
      const message = errorMessage(error) ?? t('error.unknown')
      setWrong(message)
      tell(t('said.failed', { message }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = valueOf(values)
    setWrong('missing' in found ? t(found.missing) : undefined)
    if ('missing' in found) focus(first)
    else sending.mutate(found.value)
  }
  const field = (name: Name): Field => ({
    id: name,
    name,
    value: values[name],
    wrong: name === first ? wrong : undefined,
    onChange: ({ target }) => {
      setValues(now => ({ ...now, [name]: target.value }))
      setWrong(undefined)
    },
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
      {names.some(name => values[name] !== '') && <LeaveGuard />}
      <form noValidate aria-busy={sending.isPending} aria-labelledby="form-title" onSubmit={submit}>
        <fieldset
          disabled={sending.isPending}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          {children(field)}
          <Button type="submit" variant="main" className="md:col-span-2 md:justify-self-start md:px-8">
            {t(sending.isPending ? 'sending' : 'config.save')}
          </Button>
        </fieldset>
      </form>
    </section>
  )
}

const focus = (id: string) => document.getElementById(id)?.focus()
