import type { FoundCustomer } from '@finlist/contract/staff/customers'
import { ChevronRight } from 'lucide-react'
import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { addressOf } from '../customer-address.ts'
import { Roles } from '../Roles.tsx'
import { Held } from './Held.tsx'

/** The matches, on a phone. */
export function FoundCards({ people, search }: { people: readonly FoundCustomer[]; search: string }) {
  const t = useTranslation('customers')
  return (
    <ul aria-label={t('found')} className="border-t border-ink">
      {people.map(person => (
        <li key={person.userId} className="relative flex items-center gap-3 border-b border-line py-3 text-13">
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="wrap-anywhere">
              <Link
                to={addressOf({ userId: person.userId, search })}
                className="text-14 font-strong text-ink no-underline after:absolute after:inset-0 after:-outline-offset-2"
              >
                {person.name || person.email}
              </Link>
              {person.name && <span className="block text-12 text-faded">{person.email}</span>}
            </p>
            <Held person={person} />
            <Roles roles={person.roles} />
          </div>
          <ChevronRight size={18} aria-hidden className="shrink-0 text-faded" />
        </li>
      ))}
    </ul>
  )
}
