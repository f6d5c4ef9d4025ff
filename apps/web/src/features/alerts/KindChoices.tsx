import type { Channels, MailChoice } from '@finlist/contract/channels'
import { Check } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'

type Choice = Channels['choices'][number]
type Props = {
  choices: readonly Choice[]
  /** What may be chosen of e-mail here. */
  mailChoices: readonly MailChoice[]
  mayPush: boolean
  /** Gets the kinds that were changed. */
  onChange: (changed: Choice[]) => void
}

/** A line for each kind: always the inbox, e-mail as chosen, push or not; and one line that chooses for all. */
export function KindChoices({ choices, mailChoices, mayPush, onChange }: Props) {
  const t = useTranslation('channels')
  const alerts = useTranslation('alerts')
  const [first] = choices
  const mailOfAll = choices.every(({ mail }) => mail === first?.mail) ? (first?.mail ?? '') : ''
  const pushOfAll = choices.every(({ push }) => push)
  const columns =
    'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line md:grid-cols-[minmax(0,1fr)_4rem_15rem_4rem]'
  return (
    <div className="max-w-200">
      <div aria-hidden className={`${columns} py-1.5 text-12 text-faded max-md:hidden`}>
        <span />
        <span className="text-center">{t('inbox')}</span>
        <span>{t('mail')}</span>
        <span className="text-center">{t('push.short')}</span>
      </div>
      <ul>
        <li className={`${columns} bg-panel`}>
          <Line
            name={t('all')}
            mail={mailOfAll}
            push={pushOfAll}
            {...{ mailChoices, mayPush }}
            onMail={mail => onChange(choices.map(it => ({ ...it, mail })))}
            onPush={push => onChange(choices.map(it => ({ ...it, push })))}
          />
        </li>
        {choices.map(choice => (
          <li key={choice.kind} className={columns}>
            <Line
              name={alerts(`kind.${choice.kind}`)}
              mail={choice.mail}
              push={choice.push}
              {...{ mailChoices, mayPush }}
              onMail={mail => onChange([{ ...choice, mail }])}
              onPush={push => onChange([{ ...choice, push }])}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type LineProps = Pick<Props, 'mailChoices' | 'mayPush'> & {
  name: string
  /** Empty where the kinds differ. */
  mail: MailChoice | ''
  push: boolean
  onMail: (mail: MailChoice) => void
  onPush: (push: boolean) => void
}

function Line({ name, mail, push, mailChoices, mayPush, onMail, onPush }: LineProps) {
  const t = useTranslation('channels')
  return (
    <>
      <span className="min-w-0 text-14 max-md:col-span-2 max-md:pt-2">{name}</span>
      <span className="grid place-items-center text-faded max-md:hidden">
        <Check size={16} aria-hidden />
        <span className="sr-only">{t('inbox.always')}</span>
      </span>
      <select
        aria-label={t('mail.of', { name })}
        value={mail}
        disabled={mailChoices.length < 2}
        onChange={({ target }) => onMail(target.value as MailChoice)}
        className="my-1 h-11 w-full max-w-60 truncate rounded-md border border-edge bg-raised px-2 text-16 text-ink disabled:bg-panel disabled:text-faded md:h-8 md:text-13"
      >
        {mail === '' && <option value="">{t('mail.differ')}</option>}
        {mailChoices.map(value => (
          <option key={value} value={value}>
            {t(`mail.${value}`)}
          </option>
        ))}
      </select>
      <label className="flex min-h-11 items-center justify-center gap-2 text-14 md:min-h-9">
        <input
          type="checkbox"
          aria-label={t('push.of', { name })}
          checked={push && mayPush}
          disabled={!mayPush}
          onChange={({ target }) => onPush(target.checked)}
          className="size-4.5 accent-accent"
        />
        <span aria-hidden className="md:hidden">
          {t('push.short')}
        </span>
      </label>
    </>
  )
}
