import { useOperator } from '../../api/operator.ts'
import { Badge } from '../../ui/badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/** Shown next to every FinList title. */
export function GenuineBadge() {
  const { text, tooltip } = useOperator().badge
  return (
    <Tooltip text={tooltip}>
      <Badge variant="accent">{text}</Badge>
    </Tooltip>
  )
}
