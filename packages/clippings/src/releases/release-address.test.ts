import { describe, expect, it } from 'vitest'
import { releaseAddress, sentReleaseAddress } from './release-address.ts'

const PORTAL = 'https://portal.example'
const apiUrl = 'https://api.example'
const page = `${apiUrl}/edicoes/a%2Fb`
const withKey = `${page}?chave=k`
const ofPortal = `${PORTAL}/clipping/release/a%2Fb`

describe('the address of a release', () => {
  it.each([
    { isPublic: true, portalUrl: PORTAL, address: ofPortal, sent: ofPortal },
    { isPublic: true, portalUrl: '', address: page, sent: withKey },
    { isPublic: false, portalUrl: PORTAL, address: withKey, sent: withKey },
    { isPublic: false, portalUrl: '', address: withKey, sent: withKey },
  ])('with public $isPublic and portal "$portalUrl" is $address, in messages $sent', (one) => {
    const release = { id: 'a/b', isPublic: one.isPublic, pageKey: 'k' }
    const sites = { portalUrl: one.portalUrl, apiUrl }
    expect([releaseAddress(release, sites), sentReleaseAddress(release, sites)]).toEqual([
      one.address,
      one.sent,
    ])
  })
})
