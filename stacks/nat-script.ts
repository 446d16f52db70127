/**
 * The first-boot script of an instance that translates addresses for the private subnets, on Amazon Linux 2023. It
 * follows "NAT instances" in AWS's VPC guide. The iptables service and sysctl.d restore both settings after a reboot.
 */
export const NAT_SCRIPT = `#!/bin/bash
set -euo pipefail
until dnf install -y iptables-services; do sleep 5; done
systemctl enable --now iptables
echo 'net.ipv4.ip_forward = 1' > /etc/sysctl.d/90-nat.conf
sysctl -p /etc/sysctl.d/90-nat.conf
interface=$(ip -o -4 route show to default | awk '{print $5; exit}')
iptables -F FORWARD
iptables -t nat -C POSTROUTING -o "$interface" -j MASQUERADE ||
  iptables -t nat -A POSTROUTING -o "$interface" -j MASQUERADE
service iptables save
`
