import type { ListedUser } from '@finlist/contract/staff/users'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { badgeOf } from './badge-of.ts'

/** Links to the user's page. The link covers the whole cell. */
export function WhoIs({ user: { userId, name, email } }: { user: ListedUser }) {
  const t = useTranslation('users')
  return (
    <>
      <Link
        to={`/admin/customers?userId=${userId}`}
        className="font-strong text-ink no-underline after:absolute after:inset-0 after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        {name || email || t('nameless', { id: userId })}
      </Link>
      {name && <span className="block text-12 text-faded">{email}</span>}
    </>
  )
}

const looks = { FREE: 'plain', FRIEND: 'accent', ADMIN: 'accent', PAID: 'good' } as const

export function UserBadgeMark({ user }: { user: ListedUser }) {
  const t = useTranslation('users')
  const badge = badgeOf(user)
  return <Badge variant={looks[badge]}>{t(`badge.${badge}`)}</Badge>
}
