import type { ListedUser } from '@finlist/contract/staff/users'
import { useTranslation } from '../../i18n/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { UserBadgeMark, WhoIs } from './WhoIs.tsx'

export function UserTable({ users }: { users: readonly ListedUser[] }) {
  const t = useTranslation('users')
  const columns = [
    { key: 'who', label: t('user'), width: 17 },
    { key: 'badge', label: t('badge'), width: 6 },
    { key: 'id', label: t('user-id'), end: true, width: 5 },
    { key: 'phone', label: t('phone'), width: 9 },
    { key: 'customer', label: t('customer-id'), width: 12 },
    { key: 'subscriptions', label: t('subscriptions'), unit: t('hong-kong-time') },
  ]
  return (
    <DataTable caption={t('users')} columns={columns}>
      <tbody>
        {users.map(user => (
          <tr key={user.userId} className="relative align-top hover:bg-wash [&>*]:py-2">
            <th scope="row" className="wrap-anywhere">
              <WhoIs user={user} />
            </th>
            <td>
              <UserBadgeMark user={user} />
            </td>
            <td className="figures">{user.userId}</td>
            <td className="whitespace-nowrap">{user.phoneNumber}</td>
            <td className="font-mono text-12 text-faded wrap-anywhere">{user.stripeCustomerId}</td>
            <td>
              <Subscriptions user={user} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
