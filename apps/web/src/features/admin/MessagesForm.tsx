import { type MessageTarget, messageTargets } from '@finlist/contract/staff/message-targets'
import { createSystemMessage } from '@finlist/contract/system-messages'
import { useState } from 'react'
import { failureText } from '../../components/failure-text.ts'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PublishQuestion } from './PublishQuestion.tsx'
import { forgetMessages } from './queries.ts'

const empty = { expiryDate: '', target: '', messageZh: '', messageEn: '', same: false }
type Name = Exclude<keyof typeof empty, 'same'>

/** Publishes a message to a group of people, in their language, until the end of a day in Hong Kong. */
export function MessagesForm() {
  const t = useTranslation('admin')
  const words = useStaffWords()
  const [isAsked, setAsked] = useState(false)
  // Waits, because the preceding confirmation dialog first returns the focus to its button.
  const tell = (message: string) => showAlert(message).then(() => new Promise(done => setTimeout(done)))
  const form = useCallForm(createSystemMessage, {
    start: empty,
    ask: ({ same, ...typed }) => ({ body: { ...typed, messageEn: same ? typed.messageZh : typed.messageEn } }),
    words: {
      expiryDate: t('missing.expiryDate'),
      target: t('missing.target'),
      messageZh: t('missing.messageZh'),
      messageEn: t('missing.messageEn'),
    },
    onGood: () => setAsked(true),
    onDone: (_, { body: { target, expiryDate } }) => {
      form.reset({ ...empty, target, same })
      void forgetMessages()
      void tell(t('said.message', { date: formatDay(expiryDate) })).then(() => form.focus('expiryDate'))
    },
    onFailed: error => tell(t('said.failed', { message: failureText(error, t) })),
  })
  const { same, ...values } = form.values
  const messageEn = same ? values.messageZh : values.messageEn
  const field = (name: Name) => ({ id: name, required: true, ...form.field(name) })
  return (
    <section aria-labelledby="form-title" className="min-w-0">
      <h2 id="form-title" className="text-16 font-strong">
        {t('form.messages')}
      </h2>
      <p className="mt-1 mb-5 max-w-[64ch] text-14 text-faded">{t('about.messages')}</p>
      <form {...form.props} aria-labelledby="form-title">
        <fieldset
          disabled={form.isSending}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          <TextField label={t('expiry-date')} type="date" hint={t('expiry-hint')} {...field('expiryDate')} />
          <SelectField
            label={t('target')}
            empty={t('choose')}
            options={messageTargets.map(id => ({ value: id, label: words.target(id) }))}
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
              wrong={same ? undefined : form.wrong('messageEn')}
            />
            <Checkbox
              label={t('same-message')}
              checked={same}
              onChange={({ target }) => form.set('same', target.checked)}
            />
          </div>
          <Button type="submit" variant="main" className="md:justify-self-start md:px-8">
            {t(form.isSending ? 'sending' : 'publish')}
          </Button>
        </fieldset>
      </form>
      {[values.expiryDate, values.messageZh, values.messageEn].some(Boolean) && <LeaveGuard />}
      {isAsked && (
        <PublishQuestion
          to={t('publish.to', {
            target: words.target(values.target as MessageTarget),
            date: formatDay(values.expiryDate),
          })}
          message={{ en: messageEn, zh: values.messageZh }}
          onAnswer={yes => {
            setAsked(false)
            if (yes) void form.send(form.values)
          }}
        />
      )}
    </section>
  )
}
