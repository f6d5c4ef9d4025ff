import { type MessageTarget, messageTargets } from '@finlist/contract/messages'
import { createSystemMessage } from '@finlist/contract/system-messages'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, errorMessage } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { LeaveGuard } from '../../parts/leave-guard.tsx'
import { formatDay } from '../../parts/market-dates.ts'
import { showAlert } from '../../parts/show-alert.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PublishQuestion } from './PublishQuestion.tsx'
import { forgetMessages } from './queries.ts'
import { useTargetName } from './target-name.ts'

const empty = { expiryDate: '', target: '', messageZh: '', messageEn: '' }
type Name = keyof typeof empty
const names = Object.keys(empty) as Name[]

/** Shows a message to a group of people, in their language, until the end of a day in Hong Kong. */
export function MessagesForm() {
  const t = useTranslation('admin')
  const targetName = useTargetName()
  const [values, setValues] = useState(empty)
  const [same, setSame] = useState(false)
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({})
  const [isAsked, setAsked] = useState(false)
  const messageEn = same ? values.messageZh : values.messageEn

  const tell = (message: string, then: Name | undefined) =>
    // The confirm dialog before it gives the focus back to its button.
    void showAlert(message).then(() => setTimeout(() => focus(then)))
  const sending = useMutation({
    mutationFn: () =>
      request(createSystemMessage, { body: { ...values, target: values.target as MessageTarget, messageEn } }),
    onSuccess: () => {
      setValues({ ...empty, target: values.target })
      void forgetMessages()
      tell(t('said.message', { date: formatDay(values.expiryDate) }), 'expiryDate')
    },
    onError: error => {
      const found: typeof wrong = {}
      for (const { field, message } of error instanceof CallError ? error.errors : []) {
        const name = names.find(known => known === field)
        if (name) found[name] = message
      }
      setWrong(found)
      const message = errorMessage(error) ?? t('error.unknown')
      tell(
        t('said.failed', { message }),
        names.find(name => found[name]),
      )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: typeof wrong = {}
    if (!values.expiryDate) found.expiryDate = t('missing.expiryDate')
    if (!values.target) found.target = t('missing.target')
    if (!values.messageZh.trim()) found.messageZh = t('missing.messageZh')
    if (!same && !messageEn.trim()) found.messageEn = t('missing.messageEn')
    setWrong(found)
    const first = names.find(name => found[name])
    if (first) focus(first)
    else setAsked(true)
  }
  const field = (name: Name) => ({
    id: name,
    name,
    value: values[name],
    wrong: wrong[name],
    required: true,
    onChange: ({ target }: { target: { value: string } }) => {
      setValues(now => ({ ...now, [name]: target.value }))
      setWrong(now => ({ ...now, [name]: undefined }))
    },
  })
  return (
    <section aria-labelledby="form-title" className="min-w-0">
      <h2 id="form-title" className="text-16 font-strong">
        {t('form.messages')}
      </h2>
      <p className="mt-1 mb-5 max-w-[64ch] text-14 text-faded">{t('about.messages')}</p>
      <form noValidate aria-busy={sending.isPending} aria-labelledby="form-title" onSubmit={submit}>
        <fieldset
          disabled={sending.isPending}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          <TextField label={t('expiry-date')} type="date" hint={t('expiry-hint')} {...field('expiryDate')} />
          <SelectField
            label={t('target')}
            empty={t('choose')}
            options={messageTargets.map(id => ({ value: id, label: targetName(id) }))}
            {...field('target')}
          />
          <TextArea label={t('message-zh')} lang="zh-Hant-HK" maxLength={500} {...field('messageZh')} />
          <div>
            <TextArea
              label={t('message-en')}
              lang={same ? 'zh-Hant-HK' : 'en'}
              maxLength={500}
              {...field('messageEn')}
              value={messageEn}
              required={!same}
              disabled={same}
              wrong={same ? undefined : wrong.messageEn}
            />
            <Checkbox label={t('same-message')} checked={same} onChange={({ target }) => setSame(target.checked)} />
          </div>
          <Button type="submit" variant="main" className="md:justify-self-start md:px-8">
            {t(sending.isPending ? 'sending' : 'publish')}
          </Button>
        </fieldset>
      </form>
      {names.some(name => name !== 'target' && values[name] !== '') && <LeaveGuard />}
      {isAsked && (
        <PublishQuestion
          to={t('publish.to', {
            target: targetName(values.target as MessageTarget),
            date: formatDay(values.expiryDate),
          })}
          message={{ en: messageEn, zh: values.messageZh }}
          onAnswer={yes => {
            setAsked(false)
            if (yes) sending.mutate()
          }}
        />
      )}
    </section>
  )
}

const focus = (name: Name | undefined) => name && document.getElementById(name)?.focus()
