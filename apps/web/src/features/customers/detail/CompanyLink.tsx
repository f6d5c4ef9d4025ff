import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'

type Props = { href: string | null; children: ReactNode; className?: string }

/** Links to an object's page at the payment provider, in a new tab. Plain text if there is no such page. */
export function CompanyLink({ href, children, className = '' }: Props) {
  const t = useTranslation('customers')
  if (!href) return <span className={className}>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={`inline-flex items-center gap-1 text-accent no-underline max-md:-my-3 max-md:py-3 hover:underline ${className}`}
    >
      {children}
      <ExternalLink size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('company.tab')}</span>
    </a>
  )
}
