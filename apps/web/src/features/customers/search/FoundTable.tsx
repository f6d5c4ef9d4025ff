import type { FoundCustomer } from '@finlist/contract/staff/customers'
import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { addressOf } from '../customer-address.ts'
import { Roles } from '../Roles.tsx'
import { Held } from './Held.tsx'

/** The matches as a table. Each row links to the user, through the link on the name. */
export function FoundTable({ people, search }: { people: readonly FoundCustomer[]; search: string }) {
  const t = useTranslation('customers')
  const columns = [
    { key: 'who', label: t('found.who') },
    { key: 'id', label: t('user-id'), end: true, width: 7 },
    { key: 'plans', label: t('found.plans'), width: 20 },
    { key: 'roles', label: t('roles'), width: 13 },
    { key: 'customer', label: t('customer-id'), width: 15 },
  ]
  return (
    <DataTable caption={t('found')} columns={columns}>
      <tbody>
        {people.map(person => (
          <tr key={person.userId} className="relative hover:bg-wash [&>*]:py-2">
            <th scope="row" className="wrap-anywhere">
              <Link
                to={addressOf({ userId: person.userId, search })}
                className="font-strong text-ink no-underline after:absolute after:inset-0 after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
              >
                {person.name || person.email}
              </Link>
              {person.name && <span className="block text-12 text-faded">{person.email}</span>}
            </th>
            <td className="figures">{person.userId}</td>
            <td>
              <Held person={person} />
            </td>
            <td>
              <Roles roles={person.roles} />
            </td>
            <td className="truncate font-mono text-12 text-faded">{person.customerId}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
