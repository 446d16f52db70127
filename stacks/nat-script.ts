/**
 * The first-boot script of an instance that translates addresses for the private subnets, on Amazon Linux 2023. It
 * follows "NAT instances" in AWS's VPC guide. The iptables service and sysctl.d restore both settings after a reboot.
 *
 * 512 MB of memory are too little for dnf at times, so a swap file comes first. An instance that cannot install its
 * program within about ten minutes stops, which its alarm sees; one that runs without it would look healthy.
 */
export const NAT_SCRIPT = `#!/bin/bash
set -euo pipefail
if ! grep -q '^/swapfile ' /etc/fstab; then
  dd if=/dev/zero of=/swapfile bs=1M count=1024
  chmod 600 /swapfile
  mkswap /swapfile
  echo '/swapfile none swap defaults 0 0' >> /etc/fstab
fi
swapon --all
tries=0
until dnf install -y iptables-services; do
  tries=$((tries + 1))
  if [ "$tries" -ge 60 ]; then shutdown -h now; exit 1; fi
  sleep 10
done
systemctl enable --now iptables
echo 'net.ipv4.ip_forward = 1' > /etc/sysctl.d/90-nat.conf
sysctl -p /etc/sysctl.d/90-nat.conf
interface=$(ip -o -4 route show to default | awk '{print $5; exit}')
iptables -F FORWARD
iptables -t nat -C POSTROUTING -o "$interface" -j MASQUERADE ||
  iptables -t nat -A POSTROUTING -o "$interface" -j MASQUERADE
service iptables save
`
