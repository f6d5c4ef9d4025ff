import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** Whether any contact is configured. If not, a heading above the contacts would be pointless. */
export function useIsReachable(): boolean {
  const { phone, whatsApp, serviceEmail } = useOperator()
  return [phone, whatsApp, serviceEmail].some(Boolean)
}

/** The operator's configured contacts; shows `none` if there are none. */
export function SupportContacts({ none }: { none?: string }) {
  const t = useTranslation()
  const { phone, whatsApp, serviceEmail } = useOperator()
  const ways = [
    { Sign: MessageCircle, address: chatAddress(whatsApp), text: `${t('footer.whatsapp')} ${chatShown(whatsApp)}` },
    { Sign: Phone, address: phone && `tel:${phone.replace(/[^+\d]/g, '')}`, text: phone },
    { Sign: Mail, address: serviceEmail && `mailto:${serviceEmail}`, text: serviceEmail },
  ].filter(({ address }) => address)
  if (ways.length === 0) return none ? <p className="text-14 text-faded">{none}</p> : null
  return (
    <ul className="flex flex-wrap gap-x-7">
      {ways.map(({ Sign, address, text }) => (
        <li key={address} className="max-w-full">
          <a
            href={address}
            {...(address.startsWith('http') && { target: '_blank', rel: 'noreferrer' })}
            className="inline-flex min-h-11 max-w-full items-center gap-2 text-14 wrap-anywhere text-accent underline underline-offset-2 md:min-h-8"
          >
            <Sign size={16} aria-hidden className="shrink-0" />
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The address of a WhatsApp chat. The operator configures either a phone number or a full address. */
const chatAddress = (contact: string) =>
  !contact || /^https?:/.test(contact) ? contact : `https://wa.me/${contact.replace(/\D/g, '')}`

const chatShown = (contact: string) => (/^\d+$/.test(contact) ? `+${contact}` : '')
