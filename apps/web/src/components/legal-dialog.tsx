import '../i18n/seldom-texts.ts'
import { useOperator } from '../api/operator.ts'
import { useTranslation } from '../i18n/texts.ts'
import Dialog from '../ui/dialogs/dialog.tsx'
import { marketsInWords } from './market-lists.ts'

const sections = {
  terms: [
    'terms.service',
    'terms.no-advice',
    'terms.account',
    'terms.sharing',
    'terms.subscription',
    'terms.refund',
    'terms.data',
    'terms.use',
    'terms.liability',
    'terms.changes',
    'terms.contact',
  ],
  privacy: [
    'privacy.stored',
    'privacy.device',
    'privacy.why',
    'privacy.others',
    'privacy.long',
    'privacy.cookies',
    'privacy.rights',
    'privacy.contact',
  ],
} as const
type Props = { text: keyof typeof sections; open: boolean; onClose: () => void }

/** Shows the built-in terms of use or privacy notice. The first line of each section is its heading. */
export default function LegalDialog({ text, open, onClose }: Props) {
  const t = useTranslation('legal')
  const { brand, serviceEmail, deviceLimit: devices } = useOperator()
  const values = { brand, devices, serviceEmail: serviceEmail || t('no-email'), markets: marketsInWords(t) }
  return (
    <Dialog open={open} onClose={onClose} title={t(`footer.${text}`)} closeLabel={t('close')}>
      {sections[text].map((key, index) => {
        const [heading, ...paragraphs] = t(key, values).split('\n')
        return (
          <section key={key} className="mb-5 max-w-[66ch] last:mb-0">
            <h3 className="mb-1 text-14 font-strong">
              {index + 1}. {heading}
            </h3>
            {paragraphs.map(paragraph => (
              <p key={paragraph} className="mb-2 text-14">
                {paragraph}
              </p>
            ))}
          </section>
        )
      })}
    </Dialog>
  )
}
