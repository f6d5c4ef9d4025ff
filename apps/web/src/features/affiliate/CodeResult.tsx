import { type Affiliates, affiliatesStatement } from '@finlist/contract/affiliate'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { requestFile } from '../../api/request-file.ts'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { CodeFigures } from './CodeFigures.tsx'

/** One code: its owner, its page at the payment provider, and its sales. */
export function CodeResult({ figures }: { figures: Affiliates[number] }) {
  const t = useTranslation('affiliate')
  const id = useId()
  const { code, couponLink, owner, couponId } = figures
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 border-t-2 border-ink pt-2">
        <h2 id={id} className="text-20 font-strong tracking-wide wrap-anywhere">
          {code}
        </h2>
        <div className="flex flex-wrap items-center gap-x-5 text-13 text-faded">
          {owner && (
            <Link
              to={`/admin/customers?userId=${owner.userId}`}
              className="text-accent no-underline max-md:py-3 hover:underline"
            >
              {owner.name ? t('owner', { name: owner.name, email: owner.email }) : owner.email}
            </Link>
          )}
          {couponLink && (
            <a
              href={couponLink}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 text-accent no-underline max-md:py-3 hover:underline"
            >
              {t('coupon', { id: couponId })}
              <ExternalLink size={12} aria-hidden className="shrink-0" />
              <span className="sr-only">{t('company.tab')}</span>
            </a>
          )}
        </div>
      </div>
      <CodeFigures
        figures={figures}
        statement={month => requestFile(affiliatesStatement, { query: { code, month } })}
        empty={t('affiliate.no-info')}
      />
    </section>
  )
}
