import type { Role } from '@finlist/domain/plans/roles'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

/** The roles that a user has in addition to being a customer. */
export function Roles({ roles }: { roles: readonly Role[] }) {
  const t = useTranslation('customers')
  if (roles.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1.5">
      {roles.map(role => (
        <Badge key={role} variant="accent">
          {t(`role.${role}`)}
        </Badge>
      ))}
    </span>
  )
}
