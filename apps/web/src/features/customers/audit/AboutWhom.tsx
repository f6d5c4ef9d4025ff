import type { AuditAction, AuditEntry } from '@finlist/contract/staff/customers'
import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { addressOf } from '../customer-address.ts'

/** Links to the user affected by the action. Shows no name if that user has been erased. */
export function AboutWhom({ entry: { aboutUserId, aboutName, action } }: { entry: AuditEntry }) {
  const t = useTranslation('customers')
  if (aboutUserId === null)
    return <span className="text-faded">{t(aboutNobody.includes(action) ? 'audit.about-nobody' : 'audit.erased')}</span>
  return (
    <Link
      to={addressOf({ userId: aboutUserId })}
      className="text-accent no-underline max-md:inline-block max-md:-my-3 max-md:py-3 hover:underline"
    >
      {aboutName || t('customer', { id: aboutUserId })}
    </Link>
  )
}

const aboutNobody: readonly string[] = [
  'config-set',
  'data-loaded',
  'data-rolled-back',
  'day-released',
  'move-released',
  'move-decision-undone',
  'action-recorded',
  'prices-deleted',
  'prices-restored',
  'message-published',
  'message-withdrawn',
  'trend-set',
  'trend-amended',
  'list-edited',
  'list-edit-taken-back',
  'list-handed-in',
  'list-published',
  'past-reconstructed',
  'told-again',
  'job-run',
] satisfies AuditAction[]
