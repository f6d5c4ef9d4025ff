import { Link } from 'react-router'
import { useOperator } from '../api/operator.ts'
import { useTexts } from '../i18n/texts.ts'

export function Logo() {
  const t = useTexts()
  const { brand } = useOperator()
  return (
    <Link
      to="/"
      aria-label={t('nav.home', { brand })}
      className="flex min-h-11 min-w-0 items-center gap-2 text-16 font-strong tracking-tight text-ink no-underline"
    >
      <img src="/logo.svg" alt="" className="shrink-0" width={24} height={24} />
      <span className="truncate">{brand}</span>
    </Link>
  )
}
