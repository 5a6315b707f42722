"""Two Bluetooth controllers and the air between them, in one process.

Bumble's own are nearly enough. What is added here is that a scan finds names, and what a kernel and BlueZ rely on when
things go wrong: that a connection attempt can be called off, that a reset drops every link, and that a link can be lost
without a word.
"""

import asyncio
import time
from collections import deque

from bumble import hci
from bumble.controller import Controller
from bumble.core import PhysicalTransport
from bumble.link import LocalLink
from bumble.transport import open_transport

Found = hci.HCI_LE_Extended_Advertising_Report_Event
LEGACY_ADVERTISEMENT, LEGACY_RESPONSE = 0x13, 0x1B
ADAPTER_ADDRESS = "F0:F1:F2:F3:F4:F0"
LOST = hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR
# Data for the host: the packet's kind, four bytes of HCI, four of L2CAP; then ATT's opcode and a handle of two bytes.
DATA, ATT, OPCODE, VALUE = 2, b"\4\0", 9, 12
NOTIFICATION = 0x1B
# How many notifications are remembered.
REMEMBERED = 4096


class Air(LocalLink):
    """The link between the controllers."""

    def __init__(self):
        super().__init__()
        # The notifications that the kernel was handed last, and when.
        self.handed = deque(maxlen=REMEMBERED)

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        # The source is the address that this connection was made with, which need not be the sender's random one.
        if transport != PhysicalTransport.LE:
            super().send_acl_data(sender_controller, destination_address, transport, data)
            return
        connection = sender_controller.le_connections.get(destination_address)
        receiver = self.find_le_controller(destination_address)
        if connection is None or receiver is None:
            return
        asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)

    def lose(self, controller, notify_it=True):
        """Drops every link of a controller as if the peers had gone out of range of each other."""
        for connection in list(controller.le_connections.values()):
            for other in self.controllers:
                far_end = other.le_connections.get(connection.self_address)
                if other is not controller and far_end is not None:
                    other.on_le_disconnected(far_end, LOST)
            if notify_it:
                controller.on_le_disconnected(connection, LOST)
            else:
                controller.le_connections.pop(connection.peer_address, None)


class Handing:
    """The way to the kernel, which notes when notifications go there."""

    def __init__(self, sink, air):
        self.sink, self.air = sink, air

    def on_packet(self, packet):
        if packet[0] == DATA and packet[7:OPCODE] == ATT and packet[OPCODE] == NOTIFICATION:
            self.air.handed.append((time.monotonic_ns(), packet[VALUE:]))
        self.sink.on_packet(packet)


class Adapter(Controller):
    """The controller that the kernel drives."""

    def send_hci_packet(self, packet):
        if isinstance(packet, Found):
            packet = Found([self.answered(report) for report in packet.reports])
        # Of a controller with these features the kernel awaits the enhanced event at the end of a connection attempt.
        # Without it, it would call the attempt off, and do nothing else, for seconds after it has succeeded.
        if isinstance(packet, hci.HCI_LE_Connection_Complete_Event):
            packet = hci.HCI_LE_Enhanced_Connection_Complete_Event(
                status=packet.status,
                connection_handle=packet.connection_handle,
                role=packet.role,
                peer_address_type=packet.peer_address_type,
                peer_address=packet.peer_address,
                local_resolvable_private_address=hci.Address.ANY_RANDOM,
                peer_resolvable_private_address=hci.Address.ANY_RANDOM,
                connection_interval=packet.connection_interval,
                peripheral_latency=packet.peripheral_latency,
                supervision_timeout=packet.supervision_timeout,
                central_clock_accuracy=packet.central_clock_accuracy,
            )
        super().send_hci_packet(packet)

    def answered(self, report):
        """A scan response has data of its own: the name. Both parts are legacy PDUs, which the kernel joins."""
        is_response = report.event_type == Found.EventType.SCAN_RESPONSE
        report.event_type = LEGACY_RESPONSE if is_response else LEGACY_ADVERTISEMENT
        if is_response:
            for controller in self.link.controllers:
                for advertised in controller.advertising_sets.values():
                    if advertised.address == report.address:
                        report.data = bytes(advertised.scan_response_data)
        return report

    def on_hci_reset_command(self, command):
        self.pending_le_connection = None
        self.le_scan_enable = False
        self.link.lose(self, notify_it=False)
        return super().on_hci_reset_command(command)

    def on_hci_le_create_connection_cancel_command(self, command):
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        # The attempt ends with an event of its own, after the command's completion.
        asyncio.get_running_loop().call_soon(
            self.send_hci_packet,
            hci.HCI_LE_Connection_Complete_Event(
                status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
                connection_handle=0,
                role=hci.Role.CENTRAL,
                peer_address_type=pending.peer_address.address_type,
                peer_address=pending.peer_address,
                connection_interval=0,
                peripheral_latency=0,
                supervision_timeout=0,
                central_clock_accuracy=0,
            ),
        )
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)


class Plug:
    """The adapter, which can be pulled out: with /dev/vhci closed the kernel has none, and gets another one later."""

    def __init__(self, air):
        self.air = air
        self.transport = self.adapter = None

    async def insert(self):
        self.transport = await open_transport("vhci")
        self.adapter = Adapter(
            "adapter",
            host_source=self.transport.source,
            host_sink=Handing(self.transport.sink, self.air),
            link=self.air,
            public_address=ADAPTER_ADDRESS,
        )

    async def pull(self):
        self.air.lose(self.adapter, notify_it=False)
        self.air.remove_controller(self.adapter)
        await self.transport.close()
