//! The USB cable: a serial port, found by the unit's own number.

use clock::Duration;
use embassy_executor::{SendSpawner, SpawnError, Spawner};
use embassy_futures::select::select;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, bind_interrupts, pac};
use embassy_usb::class::cdc_acm::{CdcAcmClass, Receiver, Sender, State};
use embassy_usb::driver::EndpointError;
use embassy_usb::{Builder, Config, UsbDevice};
use heapless::String;
use link::Serial;
use static_cell::{ConstStaticCell, StaticCell};

use crate::{lines, time};

bind_interrupts!(struct Interrupts {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

/// Bytes in a packet at full speed.
const PACKET: usize = 64;

/// How often it is looked for a host that nobody answers: twice within the ten milliseconds that a device has after a
/// reset of the bus.
const LOOK_EVERY: Duration = Duration::from_millis(5);

type Wire = Driver<'static, USB>;

static DESCRIPTOR: ConstStaticCell<[u8; 256]> = ConstStaticCell::new([0; 256]);
static BOS_DESCRIPTOR: ConstStaticCell<[u8; 256]> = ConstStaticCell::new([0; 256]);
static CONTROL: ConstStaticCell<[u8; 64]> = ConstStaticCell::new([0; 64]);
static STATE: StaticCell<State<'static>> = StaticCell::new();
static NUMBER: StaticCell<String<16>> = StaticCell::new();

/// Begins to carry bytes.
///
/// # Errors
/// It was opened before.
pub(crate) fn open(spawner: SendSpawner, usb: Peri<'static, USB>, serial: Serial) -> Result<(), SpawnError> {
    spawner.spawn(begin(usb, serial)?);
    Ok(())
}

/// What the class shares among its tasks stays within one executor.
#[embassy_executor::task]
async fn begin(usb: Peri<'static, USB>, serial: Serial) {
    // SAFETY: this task is run by an executor of this program's.
    let spawner = unsafe { Spawner::for_current_executor() }.await;
    carry(spawner, usb, serial).unwrap_or_default();
}

fn carry(spawner: Spawner, usb: Peri<'static, USB>, serial: Serial) -> Result<(), SpawnError> {
    let number = NUMBER.init(String::new());
    core::fmt::write(number, format_args!("{:016x}", serial.0)).unwrap_or_default();
    let mut builder = Builder::new(
        Driver::new(usb, Interrupts),
        config(number),
        DESCRIPTOR.take(),
        BOS_DESCRIPTOR.take(),
        &mut [],
        CONTROL.take(),
    );
    let class = CdcAcmClass::new(&mut builder, STATE.init(State::new()), 64);
    let (sender, receiver) = class.split();
    spawner.spawn(run(builder.build())?);
    spawner.spawn(carry_in(receiver)?);
    spawner.spawn(carry_out(sender)?);
    Ok(())
}

fn config(number: &'static str) -> Config<'static> {
    // The number of pid.codes for things that are made at home.
    let mut config = Config::new(0x1209, 0x0001);
    config.manufacturer = Some("Flagfall");
    config.product = Some("Flagfall table unit");
    config.serial_number = Some(number);
    config.max_power = 100;
    config
}

#[embassy_executor::task]
async fn run(mut device: UsbDevice<'static, Wire>) {
    loop {
        // Where it begins again it looks at the reset or the question first, and what was under way is over.
        select(device.run(), is_left_waiting()).await;
    }
}

/// Waits until a reset of the bus, or a host's question to the device itself, is not looked at: the one before it has no
/// end, as its host went away in the middle, and whoever awaits that end would await it for ever.
async fn is_left_waiting() {
    let mut waited = false;
    loop {
        time::rest(LOOK_EVERY).await;
        let status = pac::USB.sie_status().read();
        let waits = status.bus_reset() || status.setup_rec();
        if waits && waited {
            // Whoever asks does not sleep: that it did meanwhile, nobody has looked at either.
            pac::USB.sie_status().write(|status| status.set_suspended(true));
            return;
        }
        waited = waits;
    }
}

#[embassy_executor::task]
async fn carry_in(mut receiver: Receiver<'static, Wire>) {
    let mut bytes = [0; PACKET];
    loop {
        receiver.wait_connection().await;
        while let Ok(count) = receiver.read_packet(&mut bytes).await {
            lines::USB.inward.write_all(bytes.get(..count).unwrap_or_default()).await;
        }
    }
}

#[embassy_executor::task]
async fn carry_out(mut sender: Sender<'static, Wire>) {
    let mut bytes = [0; PACKET];
    loop {
        let count = lines::USB.outward.read(&mut bytes).await;
        send(&mut sender, bytes.get(..count).unwrap_or_default()).await.unwrap_or_default();
    }
}

/// What nobody takes is lost, as on any line.
async fn send(sender: &mut Sender<'static, Wire>, bytes: &[u8]) -> Result<(), EndpointError> {
    if !sender.dtr() {
        return Err(EndpointError::Disabled);
    }
    sender.write_packet(bytes).await?;
    if bytes.len() == PACKET {
        // A full packet is taken to be followed by another one.
        sender.write_packet(&[]).await?;
    }
    Ok(())
}
