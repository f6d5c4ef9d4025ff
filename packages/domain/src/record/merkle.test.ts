import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfHex, hexOf } from './bytes.ts'
import { isConsistent, isIncluded, MerkleTree } from './merkle.ts'

const sha256 = (data: Uint8Array | string) => new Uint8Array(createHash('sha256').update(data).digest())

/** Eight leaves with their roots and proofs: test data shared by implementations of RFC 6962. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  bytesOfHex,
)
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const treeOf = (all: readonly Uint8Array[]) => {
  const tree = new MerkleTree(sha256)
  for (const leaf of all) tree.append(leaf)
  return tree
}
const hexes = (proof: readonly Uint8Array[]) => proof.map(hexOf)

describe('the hash tree of RFC 6962', () => {
  it('has the root of an empty tree', () => {
    expect(hexOf(treeOf([]).root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it.each(roots.map((root, at) => [at + 1, root] as const))('has the root of %i leaves', (size, root) => {
    expect(hexOf(treeOf(leaves).root(size))).toBe(root)
    expect(hexOf(treeOf(leaves.slice(0, size)).root())).toBe(root)
  })

  it.each([
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      1,
      5,
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('proves that leaf %i is one of %i', (index, size, proof) => {
    expect(hexes(treeOf(leaves).inclusion(index, size))).toEqual(proof)
  })

  it.each([
    [1, 1, []],
    [
      1,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      6,
      8,
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      2,
      5,
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('proves that the first %i are the beginning of %i', (from, to, proof) => {
    expect(hexes(treeOf(leaves).consistency(from, to))).toEqual(proof)
  })
})

/** The root, computed directly from the RFC's definition without stored hashes. */
function plainRoot(all: readonly Uint8Array[]): Uint8Array {
  if (all.length === 0) return sha256(new Uint8Array())
  if (all.length === 1) return sha256(Uint8Array.of(0, ...all[0]!))
  let middle = 1
  while (middle * 2 < all.length) middle *= 2
  return sha256(Uint8Array.of(1, ...plainRoot(all.slice(0, middle)), ...plainRoot(all.slice(middle))))
}

const some = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 70 })
const places = fc.tuple(some, fc.nat(), fc.nat()).map(([all, one, other]) => {
  const to = 1 + (one % all.length)
  return { all, to, from: 1 + (other % to) }
})

describe('the hash tree for random leaves', () => {
  it('has the root given by the definition', () =>
    fc.assert(
      fc.property(some, all => {
        expect(treeOf(all).root()).toEqual(plainRoot(all))
      }),
    ))

  it('has proofs that hold only for their own leaf, index, size and root', () =>
    fc.assert(
      fc.property(places, ({ all, from, to }) => {
        const tree = treeOf(all)
        const index = from - 1
        const said = { leaf: all[index]!, index, size: to, root: tree.root(to), proof: tree.inclusion(index, to) }
        expect(isIncluded(said, sha256)).toBe(true)
        const other = Uint8Array.from(said.leaf, (byte, at) => (at === 0 ? byte ^ 1 : byte))
        expect(isIncluded({ ...said, leaf: other }, sha256)).toBe(false)
        expect(isIncluded({ ...said, root: other }, sha256)).toBe(false)
        expect(isIncluded({ ...said, index: to }, sha256)).toBe(false)
        expect(isIncluded({ ...said, proof: [...said.proof, other] }, sha256)).toBe(false)
        expect(to > 1 && isIncluded({ ...said, proof: said.proof.slice(1) }, sha256)).toBe(false)
      }),
    ))

  it('accepts a proof of its own earlier state, but not of a fork’s', () =>
    fc.assert(
      fc.property(places, ({ all, from, to }) => {
        const tree = treeOf(all)
        const said = { from, to, fromRoot: tree.root(from), toRoot: tree.root(to), proof: tree.consistency(from, to) }
        expect(isConsistent(said, sha256)).toBe(true)
        const forked = treeOf(all.map((leaf, at) => (at === from - 1 ? leaf.map(byte => byte ^ 1) : leaf)))
        expect(isConsistent({ ...said, fromRoot: forked.root(from) }, sha256)).toBe(false)
        expect(isConsistent({ ...said, toRoot: forked.root(to), proof: forked.consistency(from, to) }, sha256)).toBe(
          false,
        )
        expect(isConsistent({ ...said, proof: [...said.proof, said.toRoot] }, sha256)).toBe(false)
      }),
    ))
})
