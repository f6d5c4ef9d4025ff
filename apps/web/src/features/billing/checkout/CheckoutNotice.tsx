import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import type { Notice } from './use-purchase.ts'

/** Explains why no payment was made although nothing failed. */
export function CheckoutNotice({ notice }: { notice: Notice | undefined }) {
  const t = useTranslation('billing')
  return (
    <div role="alert" className="empty:hidden">
      {notice && (
        <p className="border-l-2 border-ink bg-wash px-3 py-2 text-14">
          {notice.text}{' '}
          {notice.isHeld && (
            <Link to="/dashboard" className="text-accent underline underline-offset-2">
              {t('checkout.held.manage')}
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
