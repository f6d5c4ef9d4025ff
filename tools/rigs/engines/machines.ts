import { execFileSync } from 'node:child_process'
import { MissingEngine } from './missing.ts'

const bridge = 'flbridge'
const net = '10.86.0'
/** The host's address in the network of the machines. */
export const house = `${net}.1`
export const network = `${net}.0/24`

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

export type Machine = {
  address: string
  /** The beginning of a command line. Whatever follows it is run on that machine. */
  within: string[]
  /**
   * `unplug` disconnects the machine from the network, and `plug` reconnects it. Its processes keep running in the
   * meantime.
   */
  unplug(): void
  plug(): void
}

/** Opens `count` machines, each a network namespace on one bridge. */
export function openMachines(count: number): { machines: Machine[]; close(): void } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new MissingEngine('A network of its own', 'run it as root on Linux, with iproute2')
  const close = () => {
    for (let n = 1; n <= count; n++) quietly(() => ip('netns', 'del', `flm${n}`))
    quietly(() => ip('link', 'del', bridge))
  }
  close()
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${house}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const machines = Array.from({ length: count }, (_, index) => {
    const name = `flm${index + 1}`
    const [outer, address] = [`${name}out`, `${net}.${11 + index}`]
    ip('netns', 'add', name)
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', outer, 'master', bridge, 'up')
    const within = ['ip', 'netns', 'exec', name]
    for (const command of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up'])
      execFileSync('ip', ['-n', name, ...command.split(' ')])
    const turn = (state: string) => ip('link', 'set', outer, state)
    return { address, within, unplug: () => turn('down'), plug: () => turn('up') }
  })
  return { machines, close }
}

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // There was nothing to remove.
  }
}
