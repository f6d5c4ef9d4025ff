import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CallFailed } from '../parts/call-failed.tsx'

/** Keeps a screen that broke from taking the shell with it. Going elsewhere clears it. */
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
    // Its code may be one a newer version has replaced: loading the page again brings it back.
    return <CallFailed alone error={this.state.error} onRetry={() => location.reload()} />
  }
}
