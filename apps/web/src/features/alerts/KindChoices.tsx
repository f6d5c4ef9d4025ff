import { type Channels, type MailChoice, mailChoices } from '@finlist/contract/channels'
import { Check } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'

type Choice = Channels['choices'][number]
type Props = {
  choices: readonly Choice[]
  /** The channels the operator offers. */
  offered: { mail: boolean; push: boolean }
  /** Receives the kinds that were changed. */
  onChange: (changed: Choice[]) => void
}

/**
 * One row per kind of notification: the inbox (always on), a choice for e-mail, and a push switch. One more row sets
 * all kinds together.
 */
export function KindChoices({ choices, offered, onChange }: Props) {
  const t = useTranslation('channels')
  const alerts = useTranslation('alerts')
  const [first] = choices
  const mailOfAll = choices.every(({ mail }) => mail === first?.mail) ? (first?.mail ?? '') : ''
  const pushOfAll = choices.every(({ push }) => push)
  const columns = 'flex flex-wrap items-center justify-between gap-x-4 border-b border-line'
  return (
    <div className="max-w-200">
      <div aria-hidden className={`${columns} py-1.5 text-12 text-faded max-md:hidden`}>
        <span className="flex-1" />
        <span className={width.inbox}>{t('inbox')}</span>
        {offered.mail && <span className={width.mail}>{t('mail')}</span>}
        {offered.push && <span className={width.push}>{t('push.short')}</span>}
      </div>
      <ul>
        <li className={`${columns} font-strong`}>
          <Line
            name={t('all')}
            mail={mailOfAll}
            push={pushOfAll}
            offered={offered}
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
              offered={offered}
              onMail={mail => onChange([{ ...choice, mail }])}
              onPush={push => onChange([{ ...choice, push }])}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** On a desktop, the columns have the same width in every row. */
const width = { inbox: 'w-16 text-center', mail: 'w-60', push: 'w-16 text-center' }

type LineProps = Pick<Props, 'offered'> & {
  name: string
  /** Empty if the kinds differ. */
  mail: MailChoice | ''
  push: boolean
  onMail: (mail: MailChoice) => void
  onPush: (push: boolean) => void
}

function Line({ name, mail, push, offered, onMail, onPush }: LineProps) {
  const t = useTranslation('channels')
  return (
    <>
      <span className="min-w-0 text-14 max-md:w-full max-md:pt-2 md:flex-1 md:py-1.5">{name}</span>
      <span className={`text-faded max-md:hidden ${width.inbox}`}>
        <Check size={16} aria-hidden className="inline" />
        <span className="sr-only">{t('inbox.always')}</span>
      </span>
      {offered.mail && (
        <select
          aria-label={t('mail.of', { name })}
          value={mail}
          onChange={({ target }) => onMail(target.value as MailChoice)}
          className={`my-1 h-11 min-w-0 truncate rounded-md border border-edge bg-raised px-2 text-16 font-normal text-ink max-md:flex-1 md:h-8 md:text-13 ${width.mail}`}
        >
          {mail === '' && <option value="">{t('mail.differ')}</option>}
          {mailChoices.map(value => (
            <option key={value} value={value}>
              {t(`mail.${value}`)}
            </option>
          ))}
        </select>
      )}
      {offered.push && (
        <label className="flex min-h-11 items-center justify-center gap-2 text-14 font-normal md:min-h-9 md:w-16">
          <input
            type="checkbox"
            aria-label={t('push.of', { name })}
            checked={push}
            onChange={({ target }) => onPush(target.checked)}
            className="size-4.5 accent-accent"
          />
          <span aria-hidden className="md:hidden">
            {t('push.short')}
          </span>
        </label>
      )}
    </>
  )
}
