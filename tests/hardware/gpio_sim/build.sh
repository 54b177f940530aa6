#!/bin/sh
# Run in the system that gpio_sim.sh makes: the module gpio-sim for its kernel, from Debian's source of
# the same version. irq_sim, which it needs, is a part of a kernel that has it, and a module here.
set -eu
kernel=$(basename /lib/modules/*)
series=$(printf '%s' "$kernel" | cut -d . -f 1,2)
rm -rf /sim
mkdir -m 777 /sim # apt downloads as another user
cd /sim
apt-get -qq download "linux-source-$series"
dpkg --fsys-tarfile linux-source-*.deb | tar -xO "./usr/src/linux-source-$series.tar.xz" |
    tar -xJ --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/*.h' \
        '*/kernel/irq/irq_sim.c'
rm linux-source-*.deb
cp drivers/gpio/*.h drivers/gpio/gpio-sim.c kernel/irq/irq_sim.c .
# A module may not call irq_to_desc; what it does with it, generic_handle_irq does as well.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' irq_sim.c
printf '#include <linux/module.h>\nMODULE_LICENSE("GPL");\n' >>irq_sim.c
echo 'obj-m += gpio-sim.o irq_sim.o' >Makefile
make -s -C "/lib/modules/$kernel/build" M=/sim modules
mkdir "/lib/modules/$kernel/extra"
cp gpio-sim.ko irq_sim.ko "/lib/modules/$kernel/extra"
depmod "$kernel"
