# shellcheck shell=sh
# Sourced by bin/play and bin/test, which set `root` to the checkout. Makes what they need on a
# fresh machine; once that is there it only looks, which costs a few hundredths of a second.

venv=${root:?}/.venv
missing=
libraries=
python=

say() { printf '%s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# --- what the machine has -------------------------------------------------------------------

has_command() { command -v "$1" >/dev/null 2>&1; }

has_library() {
    case $libraries in
        *"$1"*) true ;;
        *) false ;;
    esac
}

# The patterns of has_file stay as they are when nothing matches them.
has_file() {
    for file in "$@"; do
        if [ -e "$file" ]; then return 0; fi
    done
    return 1
}

on_linux() { [ "$(uname -s)" = Linux ]; }

# A window can be opened inside a desktop, or straight on a connected panel.
has_screen() {
    on_linux || return 0
    [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || return 0
    cat /sys/class/drm/card*-*/status 2>/dev/null | grep -qx connected
}

# --- system packages ------------------------------------------------------------------------

# need PACKAGE TEST...: notes the package as missing if the test fails. Libraries are looked
# for by file name, because distributions rename the packages (libmtdev1, libmtdev1t64).
need() {
    package=$1
    shift
    "$@" || missing="$missing $package"
}

# Kivy's wheel brings SDL along, and SDL opens these when it makes a window.
need_window() {
    on_linux || return 0
    # ldconfig lies outside the path of ordinary users on Debian.
    libraries=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null) || libraries=
    need libgl1 has_library libGL.so.1
    need libegl1 has_library libEGL.so.1
    need libgles2 has_library libGLESv2.so.2
    need libgbm1 has_library libgbm.so.1
    need libdrm2 has_library libdrm.so.2
    need libudev1 has_library libudev.so.1
    need libmtdev1 has_library libmtdev.so.1
    need libgl1-mesa-dri has_file /usr/lib*/dri/*_dri.so /usr/lib/*/dri/*_dri.so
}

need_virtual_screen() {
    need xvfb has_command xvfb-run
    need xauth has_command xauth
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif has_command sudo; then
        sudo "$@"
    else
        die "Installing needs root and there is no sudo; as root, run: apt-get install$missing"
    fi
}

apt_install() {
    # The list of packages may be absent or old; one broken source in it need not stop us.
    as_root apt-get -qq update || :
    # shellcheck disable=SC2086 # a list of package names, split on purpose
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
        -o DPkg::Lock::Timeout=300 install $missing >/dev/null
}

install_missing() {
    [ -n "$missing" ] || return 0
    has_command apt-get ||
        die "Please install these first, named here as Debian names them:$missing"
    say "Installing system packages with apt:$missing"
    apt_install || die "apt could not install$missing; what it said is above."
    missing=
}

# --- Python ---------------------------------------------------------------------------------

# Kivy, which draws the window, has no release for a newer one.
newest=13

suits() {
    "$1" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $newest))" 2>/dev/null
}

# uv puts the Pythons that it installs into ~/.local/bin, which a shell may not search yet.
find_python() {
    for python in python3 python3.13 python3.12 python3.11 "${HOME:-}"/.local/bin/python3.1[1-3]; do
        if suits "$python"; then return 0; fi
    done
    return 1
}

# A page in a browser needs no Kivy, so it runs on every newer Python.
without_window() { newest=99; }

require_python() {
    find_python || die "Python 3.11, 3.12 or 3.13 is needed for the window, because Kivy has no" \
        "release for a newer one, and this machine has $(python3 --version 2>/dev/null || echo none):" \
        "install one beside it with 'pipx run uv python install 3.13' and run this again."
}

need_python() {
    if ! has_command python3 && has_command apt-get; then
        missing="$missing python3 python3-venv"
        return 0
    fi
    require_python
    # Debian splits the standard library: without this package there is no `python -m venv`.
    need "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" \
        "$python" -c 'import ensurepip' 2>/dev/null
}

# On a Raspberry Pi the distribution's own lgpio drives the pins where there is no wheel of it.
distribution_lgpio() {
    case $(uname -m) in
        aarch64 | arm*) "$python" -c 'import lgpio' 2>/dev/null ;;
        *) false ;;
    esac
}

make_venv() {
    require_python
    if distribution_lgpio; then site=--system-site-packages; else site=; fi
    "$python" -m venv --clear $site "$venv" ||
        die "The virtual environment $venv could not be made; what Python said is above."
    origin >"$venv/origin"
}

# An environment works only where, and with the Python, it was made for.
origin() {
    printf '%s\n' "$root"
    "$venv/bin/python" --version 2>&1
}

holds() { [ -e "$1" ] && [ "$(cat "$1")" = "$2" ]; }

made_here() { holds "$venv/origin" "$(origin)"; }

up_to_date() { made_here && holds "$venv/set-up-$1" "$(cksum <"$root/pyproject.toml")"; }

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --editable "$1" ||
        die "pip could not install what the program needs; what it said is above."
}

# set_up NAME EXTRAS: the packages that are missing, those of Python among them, and the checkout
# installed in its environment, once for each NAME and again whenever pyproject.toml has changed.
set_up() {
    made_here || need_python
    install_missing
    up_to_date "$1" || install_checkout "$@"
    "$venv/bin/python" "$root/companion/locales/compile.py"
}

install_checkout() {
    # Two commands started at once must not both build; the lock is gone before either goes on.
    (
        if has_command flock; then flock 9; fi
        if up_to_date "$1"; then exit 0; fi
        say "Setting up Python in $venv, which takes a minute or two the first time."
        cd "$root" || exit
        made_here || make_venv
        pip_install ".$2"
        cksum <pyproject.toml >"$venv/set-up-$1"
    ) 9<"$root/pyproject.toml"
}
