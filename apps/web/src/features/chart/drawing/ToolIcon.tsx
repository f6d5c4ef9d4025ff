import type { Kind } from './kind.ts'

export const ToolIcon = ({ kind, size = 18 }: { kind: Kind; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    className="shrink-0"
    aria-hidden
  >
    <path d={kind.icon} />
  </svg>
)
