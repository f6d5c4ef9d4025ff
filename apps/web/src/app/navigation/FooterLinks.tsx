import { useOperator } from '../../api/operator.ts'
import { LegalLink } from '../../components/legal-link.tsx'
import { useTranslation } from '../../i18n/texts.ts'

const linkClass =
  'inline-flex min-h-6 items-center text-12 text-faded underline-offset-2 hover:text-ink hover:underline'

/** Links to the operator's pages, where they are configured, and to the two legal texts. */
export function FooterLinks({ className = '', link = linkClass }: { className?: string; link?: string }) {
  const t = useTranslation()
  const { brand, website, socialPage, whatsApp, serviceEmail } = useOperator()
  const addresses = [
    [website, t('footer.website')],
    [socialPage, t('footer.social')],
    [whatsApp && chatAddress(whatsApp), t('footer.whatsapp')],
  ].filter(([address]) => address)
  return (
    <nav aria-label={t('nav.footer')} className={className}>
      <ul className="flex flex-wrap gap-x-3">
        {addresses.map(([address, label]) => (
          <li key={label}>
            <a href={address} target="_blank" rel="noreferrer" className={link}>
              {label}
            </a>
          </li>
        ))}
        {serviceEmail && (
          <li>
            <a href={`mailto:${serviceEmail}`} className={link}>
              {t('footer.email')}
            </a>
          </li>
        )}
        <li>
          <LegalLink text="terms" className={link}>
            {t('footer.terms')}
          </LegalLink>
        </li>
        <li>
          <LegalLink text="privacy" className={link}>
            {t('footer.privacy')}
          </LegalLink>
        </li>
      </ul>
      <p className="mt-1 text-12 text-faded">{t('footer.year', { year: yearNow(), brand })}</p>
    </nav>
  )
}

const yearNow = () => new Date().getFullYear()

/** The address of a WhatsApp chat. The operator configures either a phone number or a full address. */
const chatAddress = (contact: string) =>
  /^https?:/.test(contact) ? contact : `https://wa.me/${contact.replace(/\D/g, '')}`
