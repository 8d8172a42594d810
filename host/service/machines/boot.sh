# How both machines' first process begins; sourced by them.
export PATH=/bin HOME=/ FLAGFALL_LOG=debug
/bin/busybox mkdir -p /proc /sys /dev /tmp
/bin/busybox mount -t proc proc /proc
/bin/busybox --install -s /bin
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
ip link set lo up
