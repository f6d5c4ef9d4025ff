import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CallFailed } from '../components/notices/call-failed.tsx'

/** Prevents a crashed screen from taking down the shell. Navigating to another page resets it. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().pathname}>{children}</Boundary>
}

type Props = { place: string; children: ReactNode }
type State = { place: string; error?: unknown }

class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place }

  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    return place === before.place ? null : { place, error: undefined }
  }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    // A deployment may have removed the screen's code; reloading the page fixes that.
    return <CallFailed alone error={this.state.error} onRetry={() => location.reload()} />
  }
}
