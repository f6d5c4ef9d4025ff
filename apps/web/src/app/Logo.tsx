import { useOperator } from '../api/operator.ts'
import { useStored } from '../api/storage.ts'
import { Link } from '../components/link.tsx'
import { useTranslation } from '../i18n/texts.ts'
import { pathOf } from './paths.ts'

export function Logo() {
  const t = useTranslation()
  const { brand } = useOperator()
  const { linkSuffix } = useStored('currentMarket')
  return (
    <Link
      to={linkSuffix === 'hk' ? '/' : pathOf('finlist', linkSuffix)}
      aria-label={t('nav.home', { brand })}
      className="flex min-h-11 min-w-6 items-center gap-2 text-16 font-strong tracking-tight text-ink no-underline"
    >
      <Mark />
      <span className="truncate">{brand}</span>
    </Link>
  )
}

/** The same drawing as the icon in index.html. */
const Mark = () => (
  <svg viewBox="0 0 32 32" width={24} height={24} className="shrink-0" aria-hidden>
    <rect width="32" height="32" rx="7" fill="#123f8c" />
    <path d="M9 7h14v4H13v3.6h7v4h-7V25H9z" fill="#fff" />
    <rect x="18.5" y="21" width="4.5" height="4" fill="#ffd21f" />
  </svg>
)
